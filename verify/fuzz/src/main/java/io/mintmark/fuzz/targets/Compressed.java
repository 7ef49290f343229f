package io.mintmark.fuzz.targets;

import io.mintmark.MintmarkException;
import io.mintmark.fuzz.Check;
import io.mintmark.fuzz.Input;
import io.mintmark.support.FairShare;
import io.mintmark.web.admission.AdmissionCounts;
import io.mintmark.web.admission.MemoryClaim;
import io.mintmark.web.body.ContentCoding;
import io.mintmark.web.http.Overload;
import io.mintmark.web.jetty.input.StreamInflater;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What must hold of either coding: a body holds the same bytes, whether it is there whole or arrives in pieces. */
final class Compressed {
    static final int BYTES_MAX = 1 << 20;

    /** The whole body is refused for it, a stream is not: a sender may take its time. */
    private static final String TOO_MANY_PARTS = "must not have more than";

    private final ContentCoding coding;
    private final Opening opening;

    /** Opens what inflates pieces. */
    @FunctionalInterface
    interface Opening {
        StreamInflater open(Predicate<ByteBuffer> target);
    }

    /** Bytes that a reader found, or why it refused them. */
    @SuppressWarnings("ArrayRecordComponent") // compared by its bytes only
    record Outcome(byte @Nullable [] bytes, Optional<MintmarkException> refusal) {}

    Compressed(ContentCoding coding, Opening opening) {
        this.coding = coding;
        this.opening = opening;
    }

    static MemoryClaim claim() {
        return new MemoryClaim(
                new FairShare<>(1L << 30, 1L << 30),
                InetAddress.getLoopbackAddress(),
                new AdmissionCounts(),
                Overload::noMemory);
    }

    /** Returns the bytes in {@code body}, if it is taken whole. */
    byte @Nullable [] check(int cut, byte[] body) {
        Check.that(coding.bytesPromised(body) >= 0, "a body promises no negative number of bytes");
        Outcome whole = outcome(() -> coding.inflate(body, BYTES_MAX, claim()));
        Outcome pieces = outcome(() -> inPieces(cut, body));
        if (whole.bytes() != null && pieces.bytes() != null) {
            Check.equalBytes(whole.bytes(), pieces.bytes(), "a body holds the same bytes in pieces");
        } else if (whole.bytes() != null) {
            throw new AssertionError(
                    "pieces must be taken as the whole was", pieces.refusal().orElse(null));
        } else if (pieces.bytes() != null && !mayBeRefusedWhole(whole)) {
            throw new AssertionError(
                    "pieces must be refused as the whole was", whole.refusal().orElse(null));
        }
        return whole.bytes();
    }

    private static boolean mayBeRefusedWhole(Outcome whole) {
        String why = whole.refusal().map(Throwable::getMessage).orElse("");
        return why.contains(TOO_MANY_PARTS) || why.contains("must not exceed") || why.contains("must not grow");
    }

    void checkRoundTrip(byte[] plain) {
        byte[] compressed = coding.compress(plain);
        byte[] read =
                Check.accepted("what was compressed is read", () -> coding.inflate(compressed, BYTES_MAX, claim()));
        Check.equalBytes(plain, read, "what was compressed is read");
    }

    private interface Reading {
        byte[] read();
    }

    private static Outcome outcome(Reading reading) {
        try {
            return new Outcome(reading.read(), Optional.empty());
        } catch (MintmarkException refused) {
            return new Outcome(null, Optional.of(refused));
        }
    }

    /** Does what the server does with a stream: one piece after the other, whatever each inflates to. */
    private byte[] inPieces(int cut, byte[] body) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        StreamInflater inflater = opening.open(piece -> {
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            read.writeBytes(bytes);
            return true;
        });
        try {
            Pieces.of(cut, body).forEach(piece -> {
                inflater.arrived(piece.remaining());
                while (inflater.handOn(piece)) {
                    Check.that(read.size() < 64 << 20, "pieces are bounded");
                }
            });
            inflater.requireEnd();
            return read.toByteArray();
        } finally {
            inflater.destroy();
        }
    }

    /** Returns the bytes that stand behind the byte that says how they are cut. */
    static byte[] body(Input input, ContentCoding coding) {
        boolean made = input.flag();
        byte[] rest = input.rest();
        return made ? coding.compress(rest) : rest;
    }
}
