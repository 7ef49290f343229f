package io.mintmark.indexes.definition;

import io.mintmark.MintmarkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Says whether the optional engine for JavaScript is there. */
final class ScriptEngines {
    /** What talks to the process for scripts, and what runs in that. */
    private static final String HOST = "io.mintmark.javascript.JavaScriptEngine";

    private static final String ENGINE = "org.graalvm.polyglot.Context";

    /** How the jar is called that has the second one, or all of them. */
    private static final String JAR = "polyglot";

    private ScriptEngines() {}

    /**
     * Requires that the engine is there before anything of it is touched.
     *
     * @param index whose definition needs it
     * @param jars a directory that may have it, besides the class path
     * @throws UnsupportedIndexException if it is missing
     */
    static void require(String index, @Nullable Path jars) {
        require(index, jars, ScriptEngines.class.getClassLoader());
    }

    static void require(String index, @Nullable Path jars, ClassLoader loader) {
        if (!has(loader, HOST)) {
            throw missing(
                    index,
                    "the artifact io.mintmark:mintmark-javascript and what it depends on: put them on the server's class path");
        }
        if (!has(loader, ENGINE) && (jars == null || !hasEngine(jars))) {
            throw missing(
                    index,
                    "an engine that this server does not have"
                            + (jars == null ? "" : " (" + jars + " has no jar of it)")
                            + ": bring it by `mintmark javascript` and start the server anew (in a program of your own,"
                            + " put org.graalvm.polyglot:js-community on its class path)");
        }
    }

    /**
     * Requires that a directory has the engine.
     *
     * @throws MintmarkException if it does not
     */
    static void requireIn(Path jars) {
        if (!hasEngine(jars)) {
            throw new MintmarkException("The directory " + jars + " has no jar of the engine for JavaScript (" + JAR
                    + "-….jar): fill it by `mintmark javascript --to " + jars + "`, or start without --javascript.");
        }
    }

    private static boolean has(ClassLoader loader, String name) {
        try {
            Class<?> ignored = Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean hasEngine(Path jars) {
        try (Stream<Path> files = Files.list(jars)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .anyMatch(name -> name.startsWith(JAR) && name.endsWith(".jar"));
        } catch (IOException e) {
            return false;
        }
    }

    private static UnsupportedIndexException missing(String index, String what) {
        return new UnsupportedIndexException("The index '" + index + "' is written in JavaScript, which needs " + what
                + ", or write the index as Aggregation, or in C#.");
    }
}
