package io.mintmark.storage;

import java.util.List;

/** The image of the list of databases, which can be asked what is on it. */
public interface CatalogImage extends Image {
    /**
     * Returns databases that are on the list, by number.
     *
     * @param after the number of the last one that was seen, or 0
     */
    List<DatabaseEntry> databases(long after, int max);
}
