package io.mintmark.fuzz.targets;

import io.mintmark.document.Bucket;
import io.mintmark.document.DocumentId;
import io.mintmark.document.IdTemplate;
import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.document.KeyForm;
import io.mintmark.document.NodeTag;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Ids are the same exactly if their key forms are, and a template that is taken can be filled. */
public final class IdsTarget implements FuzzTarget {
    private static final NodeTag LONGEST_TAG = NodeTag.of("ABCD");
    private static final byte[] RANDOM = new byte[16];

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        IdentityPartsSeparator separator =
                input.flag() ? IdentityPartsSeparator.DEFAULT : IdentityPartsSeparator.of("-");
        String one = input.textUpTo('\n');
        String other = input.text();
        template(one, separator);
        keyForm(one);
        id(one, other);
    }

    private static void keyForm(String name) {
        String key = KeyForm.of(name);
        Check.equal(key, KeyForm.of(key), "a key form is its own key form");
        Check.equal(key, KeyForm.of(swapped(name)), "ASCII letters of either case are the same");
        Check.equalBytes(key.getBytes(StandardCharsets.UTF_8), KeyForm.bytes(name), "its bytes are UTF-8");
    }

    private static String swapped(String name) {
        StringBuilder swapped = new StringBuilder(name);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
                swapped.setCharAt(i, (char) (c ^ 0x20));
            }
        }
        return swapped.toString();
    }

    private static void id(String one, String other) {
        DocumentId id = DocumentId.of(one);
        Check.equal(one, id.text(), "the spelling is kept");
        Check.equal(KeyForm.of(one), id.key(), "an id's key is its key form");
        Check.that(
                id.keyBytes().length <= DocumentId.MAX_BYTES, "a key has at most " + DocumentId.MAX_BYTES + " bytes");
        DocumentId key = Check.accepted("a key form is a legal id", () -> DocumentId.of(id.key()));
        same(id, key);
        compare(id, DocumentId.of(other));
        DocumentId anchored = id.anchoredTo(DocumentId.of(other));
        Check.equal(Bucket.of(DocumentId.of(other)), Bucket.of(anchored), "an anchored id lies beside its anchor");
    }

    private static void same(DocumentId id, DocumentId key) {
        Check.equal(id, key, "an id equals its key form");
        Check.equal(id.hashCode(), key.hashCode(), "equal ids have one hash code");
        Check.equal(0, id.compareTo(key), "equal ids stand in one place");
        Check.equal(Bucket.of(id), Bucket.of(key), "equal ids lie in one bucket");
    }

    private static void compare(DocumentId one, DocumentId other) {
        Check.equal(
                Arrays.equals(one.keyBytes(), other.keyBytes()),
                one.equals(other),
                "ids are equal exactly if their keys are");
        Check.equal(
                Integer.signum(one.compareTo(other)),
                -Integer.signum(other.compareTo(one)),
                "the order has two directions");
        Check.equal(one.equals(other), one.compareTo(other) == 0, "the order agrees with equals");
    }

    private static void template(String text, IdentityPartsSeparator separator) {
        IdTemplate template = IdTemplate.parse(text, separator);
        if (template instanceof IdTemplate.ServerSide made) {
            Check.accepted(
                    "an id can be made", () -> DocumentId.serverSide(made.prefix(), Long.MAX_VALUE, LONGEST_TAG));
            Check.accepted(
                    "an id can be made after a collision",
                    () -> DocumentId.serverSideAfterCollision(made.prefix(), Long.MAX_VALUE, RANDOM));
        } else if (template instanceof IdTemplate.Identity identity) {
            Check.accepted(
                    "an identity can be made", () -> DocumentId.identity(identity.name(), separator, Long.MAX_VALUE));
        }
    }
}
