package io.mintmark.uuid;

import io.mintmark.encoding.InvalidTextException;
import java.util.UUID;

/**
 * A TypeID: a UUID that says in its text what it names, such as {@code user_01h455vb4pex5vsknk084sn02q}.
 *
 * <p>As in version 0.3.0 of the specification (github.com/jetify-com/typeid). The prefix has 0 to {@value #PREFIX_MAX}
 * small letters and underscores, no underscore first or last; the suffix is the UUID in 26 digits of Crockford's base
 * 32 in small letters, strict: no capitals, no aliases, no hyphens. Any UUID fits; new ones should come from
 * {@link UuidV7}, so that texts of one prefix sort by time. Immutable.
 *
 * @param prefix what is named; may be empty
 * @param uuid the identifier itself
 */
public record TypeId(String prefix, UUID uuid) {
    /** Most characters of a prefix. */
    public static final int PREFIX_MAX = 63;

    /** Checks the prefix; throws {@link InvalidTextException} if it is none. */
    public TypeId {
        requirePrefix(prefix);
    }

    private static void requirePrefix(String prefix) {
        if (prefix.length() > PREFIX_MAX
                || prefix.startsWith("_")
                || prefix.endsWith("_")
                || !prefix.chars().allMatch(unit -> unit == '_' || (unit >= 'a' && unit <= 'z'))) {
            throw InvalidTextException.of(
                    "a TypeID's prefix has 0 to " + PREFIX_MAX
                            + " characters a to z or _, and begins and ends with a letter",
                    prefix,
                    "name the type for instance order_item");
        }
    }

    /** Returns a new one of {@code prefix}. */
    public static TypeId next(String prefix, UuidSource source) {
        return new TypeId(prefix, source.next());
    }

    /**
     * Returns the TypeID written {@code text}.
     *
     * @throws InvalidTextException if it is none
     */
    public static TypeId parse(String text) {
        int separator = text.lastIndexOf('_');
        if (separator == 0) {
            throw refusal("has no separator where it has no prefix", text);
        }
        String suffix = text.substring(separator + 1);
        String broken = Base32Text.TYPE_ID.invalid(suffix);
        if (!broken.equals(Base32Text.VALID)) {
            throw refusal("has a suffix which " + broken, text);
        }
        UUID uuid = new UUID(Base32Text.TYPE_ID.high(suffix), Base32Text.TYPE_ID.low(suffix));
        return new TypeId(separator < 0 ? "" : text.substring(0, separator), uuid);
    }

    /** Returns the TypeID written {@code text}, which must be one of {@code prefix}; anything else is refused. */
    public static TypeId parse(String prefix, String text) {
        TypeId id = parse(text);
        if (!id.prefix.equals(prefix)) {
            throw refusal(prefix.isEmpty() ? "has no prefix here" : "begins here with " + prefix + "_", text);
        }
        return id;
    }

    private static InvalidTextException refusal(String rule, String text) {
        return InvalidTextException.of("a TypeID " + rule, text, "send it as it was written");
    }

    @Override
    public String toString() {
        String suffix = Base32Text.TYPE_ID.write(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        return prefix.isEmpty() ? suffix : prefix + "_" + suffix;
    }
}
