package io.mintmark.server.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** What changes when any of several documents does. Used by one thread. */
final class VersionDigest {
    private static final String MISSING = "-";

    private final CRC32C first = new CRC32C();
    private final CRC32 second = new CRC32();
    private int count;

    /** Returns the change vector of a single document that is there, else a digest. */
    static String of(List<Optional<String>> changeVectors) {
        if (changeVectors.size() == 1 && changeVectors.get(0).isPresent()) {
            return changeVectors.get(0).get();
        }
        VersionDigest versions = new VersionDigest();
        changeVectors.forEach(each -> versions.add(each.orElse(MISSING)));
        return versions.digest();
    }

    void add(Optional<String> changeVector) {
        add(changeVector.orElse(MISSING));
    }

    void add(String changeVector) {
        byte[] version = changeVector.getBytes(US_ASCII);
        first.update(version);
        second.update(version);
        count++;
    }

    String digest() {
        return String.format("%08x%08x-%d", first.getValue(), second.getValue(), count);
    }
}
