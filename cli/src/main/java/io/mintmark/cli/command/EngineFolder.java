package io.mintmark.cli.command;

import io.mintmark.indexes.definition.EngineJar;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the engine for JavaScript lies if nobody says otherwise: in a folder beside the jar. */
public final class EngineFolder {
    private static final String NAME = "javascript";

    private EngineFolder() {}

    /** Returns the folder beside the jar, if the whole engine is in it. */
    public static @Nullable Path filled() {
        return besideJar().filter(EngineJar::areIn).orElse(null);
    }

    /** Returns the folder beside the jar, whether it is there or not; empty if this program does not know its jar. */
    static Optional<Path> besideJar() {
        CodeSource source = EngineFolder.class.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI()).resolveSibling(NAME));
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException elsewhere) {
            return Optional.empty();
        }
    }
}
