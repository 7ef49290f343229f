package io.mintmark.web.body;

import com.github.luben.zstd.util.Native;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The native library, loaded when the first client wants zstd: a server that meets none neither unpacks nor maps it.
 * Where it cannot be loaded, requests in zstd are refused by name and replies go without.
 */
final class ZstdLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(ZstdLibrary.class);

    private ZstdLibrary() {}

    /** Loads once, when it is first touched. */
    private static final class Loading {
        private static final Optional<String> FAILURE = load();

        private Loading() {}

        private static Optional<String> load() {
            try {
                Native.load();
                return Optional.empty();
            } catch (LinkageError | RuntimeException e) {
                LOG.warn(
                        "zstd is not available: its library for this machine could not be unpacked into {} and loaded"
                                + " (choose another folder with -DZstdTempFolder=…); clients that send zstd are answered"
                                + " 415",
                        System.getProperty("java.io.tmpdir"),
                        e);
                return Optional.of("its library cannot be loaded on the server's machine, whose log says why");
            }
        }
    }

    /** Returns why there is no zstd, if there is none. */
    static Optional<String> missing() {
        return Loading.FAILURE;
    }
}
