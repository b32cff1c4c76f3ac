package workspace

// Disk: the few questions a workspace asks about the disk. Contents are never read through it.

// Kind is what a name on disk is.
type Kind int

// The kinds of names.
const (
	Absent Kind = iota
	Regular
	Directory
	Symlink
	Other // a FIFO, a socket, a device
)

// Disk answers what stands under a name on disk, without following links and without reading contents.
type Disk interface {
	// Kind returns what p is. A name below a file is Absent.
	Kind(p Path) (Kind, error)
	// Folds reports whether the disk ignores case or normal form.
	Folds() bool
}

// Tree is what a Disk may have besides: it lists directories. Without it, operations on directories are refused, and a
// file may take the place of a directory only where this workspace empties that directory.
type Tree interface {
	// Below returns everything below the directory dir, sorted by bytes, links not followed: names that are no directories, and
	// directories.
	Below(dir Path) (names, dirs []Path, err error)
}

// LinkReader is what a Disk may have besides: it names what a symlink points to, for messages.
type LinkReader interface {
	// Target returns the path inside the root that the symlink p stands for, "" if there is none.
	Target(p Path) (Path, error)
}

// emptyDisk is the disk of a workspace that was given none: nothing is on it.
type emptyDisk struct{}

func (emptyDisk) Kind(Path) (Kind, error) { return Absent, nil }
func (emptyDisk) Folds() bool             { return false }

// kindMemo asks a disk about each name once. It lives as long as one draft.
type kindMemo struct {
	Disk
	kinds map[Path]Kind
}

// Kind returns what p is, as first answered.
func (m *kindMemo) Kind(p Path) (Kind, error) {
	if kind, ok := m.kinds[p]; ok {
		return kind, nil
	}
	kind, err := m.Disk.Kind(p)
	if err == nil {
		m.kinds[p] = kind
	}
	return kind, err
}
