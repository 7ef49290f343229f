package io.mintmark.lab.load;

import io.mintmark.lab.process.WorkDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import one.profiler.AsyncProfiler;

/** The native library that async-profiler's jar carries, as a file that a JVM can load. */
final class ProfilerLibrary {
    private ProfilerLibrary() {}

    static Path unpack(WorkDirectory work) throws IOException {
        String name = "/" + platform() + "/libasyncProfiler.so";
        try (InputStream packed = AsyncProfiler.class.getResourceAsStream(name)) {
            if (packed == null) {
                throw new IOException("async-profiler has no library for this machine: " + name);
            }
            Path library = work.file("libasyncProfiler.so");
            Files.copy(packed, library);
            return library;
        }
    }

    private static String platform() {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac")) {
            return "macos";
        }
        return System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    }
}
