package io.mintmark.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** How much memory processes hold, in MiB, and what they write, as Linux tells it; {@link Double#NaN} elsewhere. */
public final class ProcessMemory {
    private ProcessMemory() {}

    /** Returns what a process holds now. */
    public static double resident(ProcessHandle process) {
        return figure(process, "status", "VmRSS:") / 1024;
    }

    /** Returns the most that a process held since its start or the last {@link #forgetPeak}. */
    public static double peak(ProcessHandle process) {
        return figure(process, "status", "VmHWM:") / 1024;
    }

    /** Returns what a process and its children hold, shared pages counted once. */
    public static double together(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                        .mapToDouble(each -> figure(each, "smaps_rollup", "Pss:"))
                        .sum()
                / 1024;
    }

    /** Returns how many bytes a process had written to disks; a page that is written twice counts twice. */
    public static double written(ProcessHandle process) {
        return figure(process, "io", "write_bytes:");
    }

    /** Makes the peak start again from what is held now; does nothing where the system cannot. */
    public static void forgetPeak(ProcessHandle process) {
        try {
            Files.writeString(file(process, "clear_refs"), "5");
        } catch (IOException e) {
            // Elsewhere than on Linux there is no peak either.
        }
    }

    private static double figure(ProcessHandle process, String file, String name) {
        try (Stream<String> lines = Files.lines(file(process, file))) {
            return lines.filter(line -> line.startsWith(name))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    private static Path file(ProcessHandle process, String name) {
        return Path.of("/proc", Long.toString(process.pid()), name);
    }
}
