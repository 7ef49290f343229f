package io.mintmark.server.indexes.script;

import io.mintmark.javascript.JavaScriptEngine;
import io.mintmark.javascript.ScriptException;
import io.mintmark.javascript.ScriptLimits;
import io.mintmark.javascript.ScriptProgram;
import io.mintmark.javascript.ScriptSource;
import io.mintmark.server.indexes.definition.InvalidIndexException;
import io.mintmark.server.indexes.reduce.Evaluation;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine itself: loaded only where it is known to be there. */
final class LoadedScripts implements AutoCloseable {
    private final JavaScriptEngine engine;

    LoadedScripts(@Nullable Path jars) {
        this.engine = new JavaScriptEngine(ScriptLimits.DEFAULT, jars);
    }

    Evaluation load(String index, List<String> libraries, List<String> maps, String reduce) {
        try {
            ScriptProgram program = engine.load(new ScriptSource(libraries, maps, reduce));
            return new Evaluation(new ScriptMapping(program), new ScriptReduction(program), program.collections());
        } catch (ScriptException e) {
            throw new InvalidIndexException("The index '" + index + "' cannot be put. " + e.getMessage());
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
