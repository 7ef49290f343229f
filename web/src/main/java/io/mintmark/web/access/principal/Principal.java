package io.mintmark.web.access.principal;

import io.mintmark.MintmarkException;
import io.mintmark.document.KeyForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom the server knows: a person or a program.
 *
 * @param name names compare by their key form
 * @param clearance what it may do
 * @param expires when it may do nothing any more; null if that does not come
 * @param credentials how it is known; while one replaces the other there are several
 */
public record Principal(
        String name, Clearance clearance, @Nullable Instant expires, List<Credential> credentials) {
    private static final int NAME_CHARS_MAX = 128;
    private static final int CREDENTIALS_MAX = 8;

    /** Checks the name, and that there is at least one credential. */
    public Principal {
        requireName(name);
        credentials = List.copyOf(credentials);
        if (credentials.isEmpty() || credentials.size() > CREDENTIALS_MAX) {
            throw new MintmarkException("A principal has 1 to " + CREDENTIALS_MAX + " credentials, but '" + name
                    + "' would have " + credentials.size() + ": wait until older ones have ended.");
        }
    }

    private static void requireName(String name) {
        if (name.isBlank() || name.length() > NAME_CHARS_MAX) {
            throw new MintmarkException("A principal's name has 1 to " + NAME_CHARS_MAX
                    + " characters that can be seen, but this one has " + name.length() + ".");
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isLegal(name.charAt(i))) {
                throw new MintmarkException(String.format(
                        "A principal's name has no control, format or surrogate characters,"
                                + " but U+%04X stands at position %d.",
                        (int) name.charAt(i), i));
            }
        }
    }

    /** Surrogates are refused whole: names stand in logs and terminals, and plain letters do. */
    private static boolean isLegal(char c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.UNASSIGNED
                && type != Character.PRIVATE_USE;
    }

    String key() {
        return KeyForm.of(name);
    }

    /** Returns when it may do nothing any more, if that comes. */
    public Optional<Instant> expiry() {
        return Optional.ofNullable(expires);
    }

    public boolean isGoodAt(Instant now) {
        return expires == null || now.isBefore(expires);
    }

    /** Returns it without a credential, unless no other one is good at that time. */
    Optional<Principal> without(Credential gone, Instant now) {
        List<Credential> kept = credentials.stream()
                .filter(other -> !other.equals(gone) && other.isGoodAt(now))
                .toList();
        return kept.isEmpty() ? Optional.empty() : Optional.of(new Principal(name, clearance, expires, kept));
    }

    /** Returns it with a newer credential; the others are good until {@code end}, and left out if that has come. */
    public Principal rotated(Credential newer, Instant now, Instant end) {
        List<Credential> kept = new ArrayList<>();
        for (Credential older : credentials) {
            Credential ending = older.until(end);
            if (ending.isGoodAt(now) && !older.digest().equals(newer.digest())) {
                kept.add(ending);
            }
        }
        kept.add(newer);
        return new Principal(name, clearance, expires, kept);
    }
}
