package io.mintmark.lab.cuts;

import io.mintmark.lab.process.WorkDirectory;
import io.mintmark.lab.proof.Image;
import io.mintmark.lab.proof.Journal;
import io.mintmark.lab.proof.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The directories of one run: one that is watched, one for images, and the watcher's journal. */
final class Workbench {
    /** After all that was ever begun. */
    private static final long IN_THE_END = Long.MAX_VALUE - 1;

    /** Ends the name of the index beside a log, which no process finds after the last one died. */
    private static final String INDEX = "-shm";

    private final Path base;
    private final Control control;
    private final Examiners examiners;
    private long leftBehind;

    /** The files that a scenario left behind. */
    record Lived(Attempts attempts, List<Operation> journal, Path root) {
        History history() {
            return attempts.history;
        }
    }

    Workbench(Path base) throws IOException {
        this.base = base;
        this.control = Control.open(control(base));
        this.examiners = new Examiners(base);
    }

    static Path watched(Path base) {
        return base.resolve("watched");
    }

    static Path journal(Path base) {
        return base.resolve("journal");
    }

    static Path control(Path base) {
        return base.resolve("control");
    }

    Control control() {
        return control;
    }

    /** Runs a scenario in an empty directory under the watcher's eyes. */
    Lived live(Stores stores, long seed, int more, int large) throws IOException {
        return live(stores, seed, more, large, () -> {});
    }

    /** The same; {@code arming} is done when everything is prepared. */
    Lived live(Stores stores, long seed, int more, int large, Runnable arming) throws IOException {
        Path root = watched(base).resolve("run");
        Image.empty(root);
        Scenario scenario = new Scenario(control, root, stores, seed);
        control.beginJournal();
        arming.run();
        Attempts attempts;
        try {
            attempts = scenario.run(more, large);
        } finally {
            control.disarm();
            control.endJournal();
        }
        control.requireWhole();
        return new Lived(attempts, Journal.read(journal(base), control.operations()), root);
    }

    /** Hands on what is wrong with an image of a scenario's directory, taken after so many operations. */
    void examine(Image image, Lived lived, long operations, boolean probes, Consumer<List<Violation>> found) {
        examiners.ask(
                scratch -> {
                    image.layOut(lived.root(), scratch);
                    return Examination.of(scratch, lived.history(), operations, probes);
                },
                found);
    }

    /** Hands on what is wrong with the files themselves that a scenario left; its next process finds them so. */
    void examineWhatIsLeft(Lived lived, Consumer<List<Violation>> found) throws IOException {
        // A copy of its own, since the next scenario begins in the same place.
        Path left = base.resolve("left-" + ++leftBehind);
        try (Stream<Path> files = Files.walk(lived.root())) {
            for (Path file :
                    files.filter(one -> !one.toString().endsWith(INDEX)).toList()) {
                Files.copy(file, left.resolve(lived.root().relativize(file).toString()));
            }
        }
        examiners.ask(
                scratch -> {
                    List<Violation> violations = Examination.of(left, lived.history(), IN_THE_END, true);
                    WorkDirectory.erase(left);
                    return violations;
                },
                found);
    }

    /** Waits until everything is examined. */
    void settle() {
        examiners.settle();
    }
}
