package io.mintmark.indexes.definition;

import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.indexes.reduce.BatchTooLargeException;
import io.mintmark.indexes.reduce.Reduction;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.ReduceKey;
import io.mintmark.javascript.AnswersTooLargeException;
import io.mintmark.javascript.BatchTooSlowException;
import io.mintmark.javascript.Outcome;
import io.mintmark.javascript.ScriptProgram;
import java.util.ArrayList;
import java.util.List;

/** Reduces groups by a script, which also reads its own results, as in RavenDB. Thread-safe. */
public final class ScriptReduction implements Reduction {
    private final ScriptProgram program;

    /** Reduces as {@code program} says. */
    public ScriptReduction(ScriptProgram program) {
        this.program = program;
    }

    @Override
    public List<Reduced> reduce(List<Part> parts) {
        List<ScriptProgram.Group> groups = new ArrayList<>(parts.size());
        parts.forEach(part -> groups.add(new ScriptProgram.Group(part.key().text(), part.values())));
        try {
            return program.reduce(groups).stream().map(ScriptReduction::reduced).toList();
        } catch (AnswersTooLargeException | BatchTooSlowException e) {
            throw new BatchTooLargeException(e, e instanceof AnswersTooLargeException);
        }
    }

    private static Reduced reduced(Outcome outcome) {
        return outcome instanceof Outcome.Done done
                ? new Reduced.Result(done.texts().get(0))
                : new Reduced.Failed(((Outcome.Failed) outcome).message());
    }

    @Override
    public Reduced output(ReduceKey key, String result) {
        try {
            return new Reduced.Result(OutputDocuments.body(Trees.read(result)));
        } catch (RuntimeException | Error unfit) {
            return new Reduced.Failed(EvaluationException.reason(unfit));
        }
    }
}
