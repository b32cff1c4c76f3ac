// Package cart adds up what a customer wants.
package cart

import "example.org/shop/catalog"

// Cart holds items.
type Cart struct{ items []catalog.Item }

// Add puts an item into the cart.
func (c *Cart) Add(item catalog.Item) { c.items = append(c.items, item) }

// Total is the Price of everything in the cart.
func (c *Cart) Total() catalog.Price {
	var sum catalog.Price
	for _, item := range c.items {
		sum += item.UnitPrice
	}
	return sum
}
