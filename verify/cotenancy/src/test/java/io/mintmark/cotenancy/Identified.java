package io.mintmark.cotenancy;

/** An entity that tells the id it was given. */
interface Identified {
    long id();
}
