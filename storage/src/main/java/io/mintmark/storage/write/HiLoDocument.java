package io.mintmark.storage.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.mintmark.MintmarkException;
import io.mintmark.counter.NumberSlice;
import io.mintmark.internal.Printable;
import io.mintmark.support.Json;
import io.mintmark.support.JsonMembers;
import java.util.Set;

/**
 * The document that shows a HiLo counter: {@code {"Max":32}} and whatever else a client put beside it.
 *
 * <p>The number is the counter's; only the other members are stored. Shared by all engines. Stateless.
 */
public final class HiLoDocument {
    /** The collection of HiLo documents that no client made. */
    public static final String COLLECTION = "@hilo";

    /** The metadata of HiLo documents that no client made. */
    private static final byte[] METADATA = "{\"@collection\":\"@hilo\"}".getBytes(US_ASCII);

    private static final String MEMBER = "Max";
    private static final JsonMembers.Sought SOUGHT = JsonMembers.Sought.only(MEMBER);
    private static final String SLICES =
            "; numbers from 2^52 on are of slices, which nodes hand out while they are cut off";
    private static final Json JSON = new Json(Integer.MAX_VALUE);

    private final long max;
    private final byte[] otherMembers;

    private HiLoDocument(long max, byte[] otherMembers) {
        this.max = max;
        this.otherMembers = otherMembers;
    }

    /** Returns the metadata of a HiLo document that no client made. */
    public static byte[] metadata() {
        return METADATA.clone();
    }

    /**
     * Takes a body that a client wrote apart.
     *
     * @param ceiling the highest number that a counter may stand at
     * @throws InvalidHiLoDocumentException if {@code Max} is not an integer from 0 to the ceiling
     */
    public static HiLoDocument parse(byte[] body, long ceiling) {
        JsonMembers members = JsonMembers.scan(JSON, body, 0, body.length, SOUGHT);
        byte[] value = members.value(MEMBER);
        if (value == null) {
            throw new InvalidHiLoDocumentException("A HiLo document needs an integer member Max: add one.");
        }
        return new HiLoDocument(parseMax(new String(value, US_ASCII), ceiling), members.without(Set.of(MEMBER)));
    }

    private static long parseMax(String text, long ceiling) {
        // Sixteen digits hold every ceiling up to 2^53-1, nineteen would hold any long.
        if (!text.matches("[0-9]{1,19}") || (text.length() == 19 && text.compareTo("9223372036854775807") > 0)) {
            throw new InvalidHiLoDocumentException("Max of a HiLo document must be an integer from 0 to " + ceiling
                    + ": Max=" + Printable.brief(text));
        }
        long max = Long.parseLong(text);
        if (max > ceiling) {
            throw new InvalidHiLoDocumentException("Max of a HiLo document must be an integer from 0 to " + ceiling
                    + ": Max=" + max + (ceiling == NumberSlice.ORDINARY_MAX ? SLICES : ""));
        }
        return max;
    }

    /** Returns the body that shows a counter at {@code max} with a client's other members beside it. */
    public static byte[] body(long max, byte[] otherMembers) {
        int open = indexOf(otherMembers, '{', 0);
        int next = firstAfterSpace(otherMembers, open + 1);
        boolean alone = otherMembers[next] == '}';
        byte[] member = ("{\"Max\":" + max + (alone ? "" : ",")).getBytes(US_ASCII);
        byte[] body = new byte[member.length + otherMembers.length - next];
        System.arraycopy(member, 0, body, 0, member.length);
        System.arraycopy(otherMembers, next, body, member.length, otherMembers.length - next);
        return body;
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        int at = from;
        while (bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    private static int firstAfterSpace(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t') {
            at++;
        }
        return at;
    }

    /** Returns the number that the client wrote. */
    public long max() {
        return max;
    }

    /** Returns the members other than {@code Max}, as a JSON object in UTF-8; not to be changed. */
    public byte[] otherMembers() {
        return otherMembers;
    }

    /** A HiLo document's {@code Max} is missing or no number that a counter can stand at. */
    public static final class InvalidHiLoDocumentException extends MintmarkException {
        private static final long serialVersionUID = 1L;

        InvalidHiLoDocumentException(String message) {
            super(message);
        }
    }
}
