package io.mintmark.rules.broken.storage;

/** Breaks: no thread-local value is within the reach of another package. */
public final class ThreadCarriesTheCaller {
    public static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();
}
