package io.mintmark.testkit;

import io.mintmark.range.RangeSource;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;

/** A counter in a file that two processes share. */
class FileCounterContractTest extends RangeSourceContract {
    @TempDir
    private Path directory;

    @Override
    protected RangeSource newCounter() {
        return new FileCounter.Opener().open(file());
    }

    @Override
    protected Optional<RangeSource> secondSource() {
        return Optional.of(OtherProgram.open(FileCounter.Opener.class, file()));
    }

    private String file() {
        return directory.resolve("counter").toString();
    }

    @Override
    protected boolean takesReturns() {
        return false;
    }

    @Override
    protected int reservesPerThread() {
        return 40;
    }
}
