package io.mintmark.indexes.definition;

import io.mintmark.indexes.reduce.Evaluation;
import io.mintmark.javascript.JavaScriptEngine;
import io.mintmark.javascript.ProcessPermits;
import io.mintmark.javascript.ScriptException;
import io.mintmark.javascript.ScriptLimits;
import io.mintmark.javascript.ScriptProgram;
import io.mintmark.javascript.ScriptSource;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine itself: loaded only where it is known to be there. */
final class LoadedScripts implements AutoCloseable {
    private final JavaScriptEngine engine;

    LoadedScripts(@Nullable Path jars) {
        this.engine = new JavaScriptEngine(ScriptLimits.DEFAULT, jars);
    }

    Evaluation load(String index, List<String> libraries, List<String> maps, String reduce, ScriptAsker asker) {
        try {
            ScriptProgram program =
                    engine.load(new ScriptSource(libraries, maps, reduce), () -> new Permit(asker.acquire()));
            return new Evaluation(new ScriptMapping(program), new ScriptReduction(program), program.collections());
        } catch (ScriptException e) {
            throw new InvalidIndexException("The index '" + index + "' cannot be put. " + e.getMessage());
        }
    }

    /** A permit in the words of the engine. */
    private record Permit(ScriptPermits.Permit held) implements ProcessPermits.ProcessPermit {
        @Override
        public int process() {
            return held.process();
        }

        @Override
        public void slow() {
            held.slow();
        }

        @Override
        public void close() {
            held.close();
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
