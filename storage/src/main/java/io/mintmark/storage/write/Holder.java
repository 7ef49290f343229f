package io.mintmark.storage.write;

import org.jspecify.annotations.Nullable;

/**
 * Whom numbers were given to, as far as that is recorded.
 *
 * @param client the address that asked for them, or null where none was recorded
 * @param principal the name under which access control knew the sender, or null where it asked nobody
 */
public record Holder(@Nullable String client, @Nullable String principal) {
    /** Nobody of whom anything is recorded. */
    public static final Holder UNKNOWN = new Holder(null, null);
}
