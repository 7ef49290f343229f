package io.mintmark.storage.document;

/** When a put replaces a document that is there already. */
public enum Overwrite {
    /** Always: the document gets a new version. */
    ALWAYS,
    /** Only if it {@linkplain DocumentContent#isSameAs differs}: what is there already keeps its version. */
    IF_CHANGED
}
