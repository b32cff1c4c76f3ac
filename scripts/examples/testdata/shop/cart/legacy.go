package cart

// LegacyTotal is what Total was called once.
//
// Deprecated: use Total.
func LegacyTotal(c *Cart) int { return int(c.Total()) }
