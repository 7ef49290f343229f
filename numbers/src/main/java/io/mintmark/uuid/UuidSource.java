package io.mintmark.uuid;

import java.util.UUID;

/** Where new UUIDs come from; implementations say which version, in which order, and from which randomness. */
@FunctionalInterface
public interface UuidSource {
    /** Returns a new UUID; whether that it is new is certain or overwhelmingly probable, the implementation says. */
    UUID next();
}
