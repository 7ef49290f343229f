package io.mintmark.hibernate;

/** Issues the ids of one entity, in the Java type that its id has. */
@FunctionalInterface
interface IdIssuer {

    /** Returns a new id; fails as {@link io.mintmark.hilo.HiLo#next()} does. */
    Object next();
}
