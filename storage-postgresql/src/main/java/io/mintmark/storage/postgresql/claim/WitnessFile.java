package io.mintmark.storage.postgresql.claim;

import io.mintmark.internal.FailureText;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.support.PrivateFiles;
import io.mintmark.support.ReplacedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a witness: a line for the store, and one for each lane in each database. Not safe for several threads.
 */
final class WitnessFile {
    private static final Logger LOG = LoggerFactory.getLogger(WitnessFile.class);

    private final Path path;

    WitnessFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    /**
     * What it says.
     *
     * @param store empty if the file is not there yet
     */
    record Content(Optional<SeenStore> store, List<WitnessedProgress> lanes) {}

    /**
     * Reads it.
     *
     * @throws StorageFailedException if it cannot be read, or is none
     */
    Content read() {
        try {
            return parse(Files.readAllLines(path));
        } catch (NoSuchFileException none) {
            LOG.info("The witness {} begins here: what was before is not known.", path);
            return new Content(Optional.empty(), List.of());
        } catch (IOException e) {
            throw new StorageFailedException("The witness " + path + " cannot be read (" + FailureText.of(e) + ").", e);
        }
    }

    private Content parse(List<String> lines) {
        String first = lines.isEmpty() ? "" : lines.get(0);
        SeenStore store = SeenStore.of(first).orElseThrow(() -> damaged(first));
        List<WitnessedProgress> lanes = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            lanes.add(WitnessedProgress.of(line).orElseThrow(() -> damaged(line)));
        }
        return new Content(Optional.of(store), lanes);
    }

    private StorageFailedException damaged(String line) {
        return new StorageFailedException(
                "The witness " + path + " has a line that is none: '" + line
                        + "'. Put the right file back; without one, a store that was put back from an old backup is not noticed.");
    }

    /** Replaces it. */
    void write(SeenStore store, Collection<WitnessedProgress> lanes) throws IOException {
        StringBuilder text = new StringBuilder(store.line());
        lanes.forEach(lane -> text.append(lane.line()));
        Path directory = path.getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            PrivateFiles.createDirectory(directory);
        }
        ReplacedFile.write(path, text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
