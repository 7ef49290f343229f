package io.mintmark.web.access.principal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.internal.Sha256;

/** An access file: refused unless it is whole, and written as it was read. */
public final class AccessTarget implements FuzzTarget {
    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        byte[] file = input.flag() ? input.rest() : summed(input.text());
        AccessList list = AccessFormat.read(file);
        byte[] written = AccessFormat.write(list);
        AccessList again = Check.accepted("what was written is read", () -> AccessFormat.read(written));
        Check.equal(list.principals(), again.principals(), "the same principals are read again");
        Check.equalBytes(written, AccessFormat.write(again), "one list is written in one way");
        damaged(written, bytes.length);
    }

    /** Lines between the title and the sum of all before it: no search finds a digest. */
    private static byte[] summed(String lines) {
        String text = "mintmark access 1\n" + lines + (lines.isEmpty() || lines.endsWith("\n") ? "" : "\n");
        return (text + "sha256 " + Sha256.of(text.getBytes(UTF_8)) + "\n").getBytes(UTF_8);
    }

    private static void damaged(byte[] written, int place) {
        byte[] damaged = written.clone();
        damaged[place % damaged.length] ^= 1;
        boolean refused = false;
        try {
            AccessList ignored = AccessFormat.read(damaged);
        } catch (io.mintmark.MintmarkException damage) {
            refused = true;
        }
        Check.that(refused, "a list with another byte is refused");
    }
}
