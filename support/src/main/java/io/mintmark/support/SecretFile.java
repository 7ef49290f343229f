package io.mintmark.support;

import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * A file that holds a secret, perhaps in its first line; refused where other users of the machine may read or write it.
 */
public final class SecretFile {
    private static final Set<PosixFilePermission> FORBIDDEN = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private static final int BYTES_MAX = 1 << 20;

    private SecretFile() {}

    /** Returns the first line, empty if there is none. */
    public static String firstLine(Path file) {
        requirePrivacy(file);
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new MintmarkException("The file " + file + " has more than " + BYTES_MAX
                        + " bytes, as no secret has: check its name.");
            }
            try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                return Objects.requireNonNullElse(lines.readLine(), "");
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Refuses a file that others may read or write: what every user of the machine can read is no secret. */
    public static void requirePrivacy(Path file) {
        try {
            Set<PosixFilePermission> allowed = EnumSet.noneOf(PosixFilePermission.class);
            allowed.addAll(Files.getPosixFilePermissions(file));
            if (allowed.removeAll(FORBIDDEN)) {
                throw new MintmarkException("The file " + file
                        + " holds a secret that other users of this machine may read or write: chmod 600 " + file);
            }
        } catch (UnsupportedOperationException windows) {
            // Its access lists are the operator's business.
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static MintmarkException unreadable(Path file, IOException why) {
        return new MintmarkException(
                "The file " + file + " cannot be read (" + FailureText.of(why) + "): check its name and rights.", why);
    }
}
