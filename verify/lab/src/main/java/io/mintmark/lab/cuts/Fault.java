package io.mintmark.lab.cuts;

/** How an operation is made to fail; the watcher in C knows them by their ordinal plus one. */
enum Fault {
    /** Nothing is done, and the system reports an I/O error. */
    IO_ERROR("I/O error, nothing done"),
    /** Nothing is done, since the disk is full. */
    FULL_DISK("disk full, nothing done"),
    /** Half of a write of more than a sector is done; the next write to that file finds the disk full. */
    HALF("half of a write, then disk full"),
    /** All is done, and the system reports an I/O error. */
    AFTER("I/O error, but done");

    private final String title;

    Fault(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    int number() {
        return ordinal() + 1;
    }
}
