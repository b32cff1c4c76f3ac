// Package catalog knows what can be bought.
package catalog

import (
	"fmt"
	"sort"
	"strings"
)

// Price is an amount of money in cents.
type Price int

// String shows the Price in the usual way.
func (p Price) String() string { return fmt.Sprintf("%d.%02d", int(p)/100, int(p)%100) }

// Item is one thing in the catalog. UnitPrice is for one piece.
type Item struct {
	Name      string
	UnitPrice Price
}

// PriceList renders items, cheapest first.
func PriceList(items []Item) string {
	sorted := append([]Item(nil), items...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i].UnitPrice < sorted[j].UnitPrice })
	var b strings.Builder
	for _, item := range sorted {
		fmt.Fprintf(&b, "%s %s\n", item.Name, item.UnitPrice)
	}
	return b.String()
}

// Find returns the item of that name.
func Find(items []Item, name string) (Item, bool) {
	for _, item := range items {
		if strings.EqualFold(item.Name, name) {
			return item, true
		}
	}
	return Item{}, false
}
