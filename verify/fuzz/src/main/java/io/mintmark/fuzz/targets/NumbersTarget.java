package io.mintmark.fuzz.targets;

import io.mintmark.MintmarkException;
import io.mintmark.decimal.DecimalId;
import io.mintmark.encoding.Base64Url;
import io.mintmark.encoding.CheckDigits;
import io.mintmark.encoding.Crockford32;
import io.mintmark.encoding.NumberText;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.FuzzTarget;
import io.mintmark.fuzz.Input;
import io.mintmark.number.TraceId;
import io.mintmark.scramble.Permutation;
import io.mintmark.scramble.PermutationKey;
import io.mintmark.scramble.PublishedNumber;
import io.mintmark.uuid.TypeId;
import io.mintmark.uuid.Ulid;
import io.mintmark.uuid.Uuids;
import java.util.Locale;
import java.util.UUID;

/** Writers and readers of numbers and ids: each reads what it writes, and writes what it reads. */
public final class NumbersTarget implements FuzzTarget {
    private static final PermutationKey KEY =
            PermutationKey.of("k1", "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII));

    /** Reads a text, and writes it again; refuses what it does not read. */
    private interface Spelling {
        void check(String text);
    }

    @Override
    public void run(byte[] bytes) {
        Input input = new Input(bytes);
        long number = input.number() & Long.MAX_VALUE;
        long other = input.number() & Long.MAX_VALUE;
        String text = input.text();
        numbers(number, other);
        ids(number, other);
        for (Spelling each : new Spelling[] {
            NumbersTarget::numberTexts, NumbersTarget::checked, NumbersTarget::uuids, NumbersTarget::composed
        }) {
            each.check(text);
        }
    }

    private static void numbers(long number, long other) {
        for (NumberText form : NumberText.values()) {
            Check.equal(number, form.decode(form.encode(number)), form + " reads what it writes");
            String fixed = form.encodeFixed(number);
            Check.equal(number, form.decodeFixed(fixed), form + " reads what it pads");
            int order = Integer.signum(fixed.compareTo(form.encodeFixed(other)));
            Check.that(
                    !form.keepsOrder() || order == Long.compare(number, other), form + " keeps the order of numbers");
        }
        Check.equal(number, Crockford32.decodeChecked(Crockford32.encodeChecked(number)), "a checked number is read");
        Check.equal(number, Base64Url.decode(Base64Url.encode(number)), "Base64 is read");
        UUID id = new UUID(number ^ other << 1, other);
        Check.equal(id, Base64Url.decodeUuid(Base64Url.encodeUuid(id)), "a UUID in Base64 is read");
        Check.equal(id, Ulid.parse(Ulid.of(id).toString()).toUuid(), "a ULID is read");
        for (CheckDigits digits : CheckDigits.values()) {
            Check.equal(Long.toString(number), digits.strip(digits.append(number)), digits + " reads what it writes");
        }
        Permutation permutation = Permutation.of(KEY, "orders", Math.max(1, other));
        long inside = 1 + number % permutation.size();
        Check.equal(inside, permutation.decode(permutation.encode(inside)), "a permutation leads back");
    }

    private static void ids(long number, long other) {
        either(() -> {
            DecimalId id = DecimalId.of(number);
            Check.equal(number, id.value(), "a decimal id is made of its parts");
            Check.equal(id, DecimalId.parse(id.toString()), "a decimal id is read");
        });
        either(() -> {
            TraceId id = TraceId.of(other);
            Check.equal(other, id.value(), "a trace id is made of its parts");
        });
    }

    private static void either(Runnable check) {
        try {
            check.run();
        } catch (MintmarkException refused) {
            // No such id is made here.
            Check.that(refused.getMessage() != null, "a refusal says why");
        }
    }

    private static void numberTexts(String text) {
        for (NumberText form : NumberText.values()) {
            either(() -> {
                String again = form.encode(form.decode(text));
                if (form != NumberText.CROCKFORD32) {
                    String known = form == NumberText.BASE36 ? text.toLowerCase(Locale.ROOT) : text;
                    Check.equal(known, again, form + " has one text for a number");
                }
            });
            either(() -> Check.equal(
                    form.decodeFixed(text),
                    form.decodeFixed(form.encodeFixed(form.decodeFixed(text))),
                    "it is read again"));
        }
        either(() -> Check.equal(text, Base64Url.encode(Base64Url.decode(text)), "Base64 has one text for a number"));
    }

    private static void checked(String text) {
        either(() -> {
            long number = Crockford32.decodeChecked(text);
            Check.equal(number, Crockford32.decodeChecked(Crockford32.encodeChecked(number)), "it is read again");
        });
        for (CheckDigits digits : CheckDigits.values()) {
            either(() -> {
                String bare = digits.strip(text);
                Check.equal(text, digits.append(bare), digits + " has one end for a number");
                Check.that(!digits.isValid(otherLast(text)), digits + " notices one wrong digit");
            });
        }
    }

    private static String otherLast(String digits) {
        int last = digits.length() - 1;
        return digits.substring(0, last) + (char) ('0' + (digits.charAt(last) - '0' + 1) % 10);
    }

    private static void uuids(String text) {
        either(() ->
                Check.equal(text.toLowerCase(Locale.ROOT), Uuids.parse(text).toString(), "a UUID is written as read"));
        either(() ->
                Check.equal(text, Base64Url.encodeUuid(Base64Url.decodeUuid(text)), "Base64 has one text for a UUID"));
        either(() -> {
            Ulid id = Ulid.parse(text);
            Check.equal(id, Ulid.parse(id.toString()), "a ULID is read again");
            Check.equal(id, Ulid.of(id.toUuid()), "a ULID is a UUID");
        });
    }

    private static void composed(String text) {
        either(() -> Check.equal(text, TypeId.parse(text).toString(), "a TypeID has one text"));
        either(() -> Check.equal(text, PublishedNumber.parse(text).toString(), "a published number has one text"));
        either(() -> {
            DecimalId id = DecimalId.parse(text);
            Check.equal(id, DecimalId.parse(id.toString()), "a decimal id is read again");
        });
    }
}
