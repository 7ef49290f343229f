package io.mintmark.cli.terminal;

import io.mintmark.document.NodeTag;
import io.mintmark.server.StoreSettings.WhenCutOff;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * Names, places and words that options accept, and what is said to anything else: the rule, the value, an example that
 * works.
 */
public final class Values {
    private Values() {}

    /** Which node a server is: a tag of its own, or null for the lowest that is free. */
    public record Node(@Nullable NodeTag tag) {
        private static final String ANY = "auto";

        /** Returns what is typed for it. */
        @Override
        public String toString() {
            return tag == null ? ANY : tag.text();
        }
    }

    /** A node tag. */
    public static final class Tag implements ITypeConverter<Node> {
        @Override
        public Node convert(String text) {
            try {
                return new Node(text.equals(Node.ANY) ? null : NodeTag.of(text));
            } catch (IllegalArgumentException e) {
                throw new BadValueException(
                        "must be 1 to 4 letters A to Z, but is '" + text + "': write A or FRA, or auto with --store");
            }
        }
    }

    /** A name or an address to listen on. */
    public static final class Host implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (text.isBlank() || text.contains("/") || text.chars().anyMatch(Character::isWhitespace)) {
                throw new BadValueException("must be a name or an address, without scheme or path, but is '" + text
                        + "': write 127.0.0.1 or 0.0.0.0");
            }
            return text;
        }
    }

    /**
     * A path that this system can have, and that is not empty: Java takes an empty one for the folder that the command
     * is started in.
     */
    public static final class FilePath implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            try {
                if (!text.isBlank()) {
                    return Path.of(text);
                }
            } catch (InvalidPathException e) {
                // Refused below, like no path at all.
            }
            throw new BadValueException("must be a path, but is '" + text + "': write ./name for one in this folder");
        }
    }

    /** A URL that clients can call. */
    public static final class HttpUrl implements ITypeConverter<URI> {
        private static final int PORT_MAX = 65_535;

        @Override
        public URI convert(String text) {
            try {
                URI url = new URI(text);
                boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
                if (http
                        && url.getHost() != null
                        && url.getPort() <= PORT_MAX
                        && url.getRawUserInfo() == null
                        && url.getRawQuery() == null
                        && url.getRawFragment() == null) {
                    return url;
                }
            } catch (URISyntaxException e) {
                // Refused below, like any other text that is not a URL.
            }
            throw new BadValueException(
                    "must be an http or https URL with a port of up to 65535, if any, and without user and password,"
                            + " query and fragment, but is '" + text
                            + "': write https://ids.example.com");
        }
    }

    /** One of two words. No boolean, because picocli turns those around for options that are named alone. */
    public enum Switch {
        ON,
        OFF
    }

    /** A switch by its word. */
    public static final class OnOff implements ITypeConverter<Switch> {
        @Override
        public Switch convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "on" -> Switch.ON;
                case "off" -> Switch.OFF;
                default -> throw new BadValueException("must be on or off, but is '" + text + "'");
            };
        }
    }

    /** Whether clients are asked for something. */
    public enum Asking {
        ASK,
        NEVER;

        /** Reads it by its word. */
        public static final class Converter implements ITypeConverter<Asking> {
            @Override
            public Asking convert(String text) {
                return switch (text.toLowerCase(Locale.ROOT)) {
                    case "ask" -> ASK;
                    case "never" -> NEVER;
                    default -> throw new BadValueException("must be ask or never, but is '" + text + "'");
                };
            }
        }
    }

    /** What a node that is cut off gives, by its word. */
    public static final class CutOff implements ITypeConverter<WhenCutOff> {
        @Override
        public WhenCutOff convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "ranges" -> WhenCutOff.RANGES;
                case "slices" -> WhenCutOff.SLICES;
                case "refuse" -> WhenCutOff.REFUSE;
                default -> throw new BadValueException("must be ranges, slices or refuse, but is '" + text + "'");
            };
        }
    }

    /** A consent; as an option it needs no value, as a variable it does. */
    public static final class Consent implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String text) {
            return switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new BadValueException("must be true or false, but is '" + text + "'");
            };
        }
    }
}
