package io.mintmark.indexes.definition;

import io.mintmark.indexes.reduce.Evaluation;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the scripts of all indexes of a server in processes that are started when the first one comes. Thread-safe.
 */
public final class ScriptHost implements AutoCloseable {
    private final @Nullable Path jars;
    private @Nullable LoadedScripts scripts;

    /** Finds the engine on this server's class path or, if {@code jars} is given, in that directory. */
    public ScriptHost(@Nullable Path jars) {
        this.jars = jars;
    }

    /**
     * Requires that a directory has the engine, before anything else is done.
     *
     * @throws io.mintmark.MintmarkException if it does not
     */
    public static void requireEngineIn(Path jars) {
        ScriptEngines.requireIn(jars);
    }

    /**
     * Loads a script.
     *
     * @param index whose it is
     * @param asker for whom it is evaluated, now and later
     * @throws io.mintmark.indexes.definition.UnsupportedIndexException if there is no engine
     * @throws io.mintmark.indexes.definition.InvalidIndexException if it is no script
     */
    public Evaluation load(String index, List<String> libraries, List<String> maps, String reduce, ScriptAsker asker) {
        ScriptEngines.require(index, jars);
        return scripts().load(index, libraries, maps, reduce, asker);
    }

    private synchronized LoadedScripts scripts() {
        if (scripts == null) {
            scripts = new LoadedScripts(jars);
        }
        return scripts;
    }

    /** Ends the processes. */
    @Override
    public synchronized void close() {
        if (scripts != null) {
            scripts.close();
        }
    }
}
