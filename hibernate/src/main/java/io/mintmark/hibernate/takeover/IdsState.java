package io.mintmark.hibernate.takeover;

/** The states that the ids of an entity or a collection may have. */
public enum IdsState {
    /** Our generator makes them. */
    TAKEN,
    /** Nobody has looked at the counter yet; the first id, or the next start, does. */
    PENDING,
    /** Hibernate's own generator makes them, for a reason that is told. */
    LEFT,
    /** Nobody makes them, because the counter stands below ids that exist. */
    REFUSED
}
