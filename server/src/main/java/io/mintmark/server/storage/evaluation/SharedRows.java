package io.mintmark.server.storage.evaluation;

import io.mintmark.document.NodeTag;
import java.time.Instant;

/** What counters and documents both need of a view: who writes, when, and collections. */
public interface SharedRows {
    /** Returns the tag of the node that writes. */
    NodeTag nodeTag();

    /** Returns the time stamp that everything in the group bears. */
    Instant now();

    /** Returns the number of the collection of that name, which is new if need be. */
    long collection(String name);

    /** Returns the name of a collection, as its first document spelt it. */
    String collectionName(long number);

    /** Takes note that a collection has so many documents more, or fewer. */
    void count(long collection, int change);

    /** Returns the change vector of a version. */
    String changeVector(String node, long etag);
}
