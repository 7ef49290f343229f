package io.mintmark.web.body;

import io.mintmark.web.admission.MemoryClaim;
import java.util.Locale;
import java.util.Optional;

/** How bodies can be compressed, as header fields name it. */
public enum ContentCoding {
    /** RFC 1952. */
    GZIP,
    /** RFC 8878, with the windows that RFC 9659 allows. */
    ZSTD;

    /** Returns the coding that header fields call {@code name}, if there is one. */
    public static Optional<ContentCoding> of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> Optional.of(GZIP);
            case "zstd" -> Optional.of(ZSTD);
            default -> Optional.empty();
        };
    }

    /** Returns its name in header fields. */
    public String headerName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns why this machine cannot use it, if it cannot. */
    public Optional<String> unavailable() {
        return this == ZSTD ? ZstdLibrary.missing() : Optional.empty();
    }

    /** Returns how many bytes {@code body} says it holds, which need not be true, or 0 if it does not say. */
    public long bytesPromised(byte[] body) {
        return this == ZSTD ? ZstdFrames.bytesPromised(body) : GzipBody.bytesPromised(body);
    }

    /**
     * Returns the bytes that {@code body} holds, or refuses it as soon as they are more than {@code bytesMax}, than can
     * be claimed, or than {@link InflationLimit} allows.
     */
    public byte[] inflate(byte[] body, int bytesMax, MemoryClaim claim) {
        return this == ZSTD ? ZstdBody.inflate(body, bytesMax, claim) : GzipBody.inflate(body, bytesMax, claim);
    }

    /** Returns {@code body} compressed. */
    public byte[] compress(byte[] body) {
        return this == ZSTD ? FastZstd.compress(body) : FastGzip.compress(body);
    }
}
