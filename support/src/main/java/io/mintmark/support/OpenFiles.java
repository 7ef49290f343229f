package io.mintmark.support;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Reads how many files, sockets included, this process may have open. */
public final class OpenFiles {
    private OpenFiles() {}

    /** Returns the limit, or a number beyond all limits where the system does not say. */
    public static long max() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }
}
