package io.mintmark.cli.command;

import io.mintmark.decimal.LaunchRefusedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A process that draws launch ids from one log, one after another, and prints them. */
final class LaunchDrawer {
    private LaunchDrawer() {}

    public static void main(String[] args) {
        System.out.println("ready");
        draw(Path.of(args[0]), Integer.parseInt(args[1])).forEach(System.out::println);
    }

    /** Returns the ids that were told; what was refused was not. */
    static List<Integer> draw(Path directory, int times) {
        List<Integer> told = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            try {
                told.add(new LaunchFile(directory).append(new LaunchFile.Entry(Instant.EPOCH, "test", "")));
            } catch (LaunchRefusedException e) {
                // Nothing was told.
            }
        }
        return told;
    }
}
