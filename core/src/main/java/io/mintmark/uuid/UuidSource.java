package io.mintmark.uuid;

import java.util.UUID;

/** Where new UUIDs come from; implementations say which version, in which order, and from which randomness. */
@FunctionalInterface
public interface UuidSource {
    /** Returns a UUID that this source has not returned before. */
    UUID next();
}
