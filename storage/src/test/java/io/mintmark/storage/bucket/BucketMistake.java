package io.mintmark.storage.bucket;

/** Ways in which an engine of this sort can be wrong; the contract must notice each. */
public enum BucketMistake {
    /** It is right. */
    NONE,
    /** A row is set whatever it was. */
    SETS_WITHOUT_COMPARING,
    /** A range goes back whoever sends it, and to wherever. */
    TAKES_ANY_RETURN,
    /** Commands of a batch take effect one by one. */
    SPLITS_BATCHES,
    /** A batch over several buckets is taken, as if it were atomic. */
    TAKES_ANY_BATCH,
    /** What a request was answered is not kept. */
    FORGETS_ANSWERS
}
