// Command shop prints a receipt.
package main

import (
	"fmt"

	"example.org/shop/cart"
	"example.org/shop/catalog"
)

func main() {
	items := []catalog.Item{{Name: "tea", UnitPrice: 450}, {Name: "mug", UnitPrice: catalog.Price(1200)}}
	fmt.Print(catalog.PriceList(items))
	var c cart.Cart
	for _, item := range items {
		c.Add(item)
	}
	fmt.Println("total", c.Total())
}
