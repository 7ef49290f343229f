package io.mintmark.testkit.judge;

/** What a system of identifiers must not do. */
public enum Rule {
    /** Numbers were reserved that a process still held, or that were issued. */
    RANGES_OVERLAP,
    /** A whole range was reserved again. */
    RANGE_TWICE,
    /** A number lies above the ceiling. */
    ABOVE_CEILING,
    /** A number was issued twice in a life of its counter. */
    ISSUED_TWICE,
    /** A number was issued that no range of its process covers. */
    NOT_COVERED,
    /** A number was issued that lies in another process's range. */
    RANGE_OF_ANOTHER,
    /** A number was issued by a process that had given it back. */
    ISSUED_AFTER_RETURN,
    /** A return was taken although the numbers were issued. */
    RETURNED_THOUGH_ISSUED,
    /** A return was taken although another process held the numbers. */
    RETURNED_THOUGH_HELD,
    /** An identity was given twice. */
    IDENTITY_TWICE,
    /** An identity is smaller than one that was given before it was asked for. */
    IDENTITY_BEHIND,
    /** More identities are missing than operations have an unknown outcome. */
    IDENTITY_GAP,
    /** One request id had two answers. */
    TWO_ANSWERS,
    /** Two writes made the same version. */
    VERSION_TWICE,
    /** Two acknowledged writes were to follow the same version, so one of them overwrote the other. */
    OVERWRITTEN,
    /** A read found no document, or a write created it, although it was there. */
    DOCUMENT_LOST,
    /** Versions contradict real time: an older one was found after a newer one, or one before its write began. */
    VERSION_BEHIND,
    /** A list left out a document that existed during the whole walk. */
    MISSING_IN_LIST,
    /** A list showed a document twice. */
    TWICE_IN_LIST,
    /** A list showed a document that was deleted before the walk. */
    DELETED_IN_LIST
}
