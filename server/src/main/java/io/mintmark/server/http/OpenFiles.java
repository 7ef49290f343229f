package io.mintmark.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files, sockets included, this process may have open. */
final class OpenFiles {
    private OpenFiles() {}

    /** Returns the limit, or a number beyond all limits where the system does not tell. */
    static long max() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
