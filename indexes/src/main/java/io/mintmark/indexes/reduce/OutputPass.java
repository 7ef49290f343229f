package io.mintmark.indexes.reduce;

import io.mintmark.document.IdentityPartsSeparator;
import io.mintmark.indexes.expression.EvaluationException;
import io.mintmark.indexes.rows.Group;
import io.mintmark.indexes.rows.OutputDocuments;
import io.mintmark.indexes.rows.UnlistedException;
import io.mintmark.storage.index.IndexError;
import io.mintmark.storage.index.IndexOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns results that changed into outputs. */
final class OutputPass {
    private final Reduction reduction;
    private final OutputDocuments documents;
    private final IdentityPartsSeparator separator;
    private final List<IndexOutput> commands;
    private final List<IndexError> errors;
    private final References references = new References();

    OutputPass(
            Reduction reduction,
            OutputDocuments documents,
            IdentityPartsSeparator separator,
            List<IndexOutput> commands,
            List<IndexError> errors) {
        this.reduction = reduction;
        this.documents = documents;
        this.separator = separator;
        this.commands = commands;
        this.errors = errors;
    }

    References references() {
        return references;
    }

    /** Brings the output of a group up to date, whose result was {@code before}. */
    void update(Group group, @Nullable String before) {
        String result = group.isEmpty() ? null : group.result();
        if (result == null) {
            hide(group);
        } else if (!result.equals(before)) {
            Reduction.Reduced output = reduction.output(group.key(), result);
            if (output instanceof Reduction.Reduced.Result members) {
                show(group, members.value());
            } else {
                fail(group, ((Reduction.Reduced.Failed) output).message());
            }
        }
    }

    private void show(Group group, String body) {
        @Nullable String reference;
        try {
            reference = documents.referenceOf(body, separator);
        } catch (UnlistedException unlisted) {
            errors.add(IndexError.ofReduce(group.key().text(), String.valueOf(unlisted.getMessage())));
            reference = null;
        } catch (RuntimeException | Error unfit) {
            fail(group, EvaluationException.reason(unfit));
            return;
        }
        commands.add(documents.put(
                group.name().hash(), group.name().slot(), body, group.key().text()));
        group.setShown(true);
        refer(group, reference);
    }

    private void fail(Group group, String message) {
        errors.add(IndexError.ofReduce(group.key().text(), message));
        hide(group);
    }

    private void hide(Group group) {
        if (group.isShown()) {
            commands.add(documents.delete(group.name().hash(), group.name().slot()));
            group.setShown(false);
        }
        refer(group, null);
    }

    private void refer(Group group, @Nullable String reference) {
        String output =
                documents.names().of(group.name().hash(), group.name().slot()).text();
        references.move(output, group.reference(), reference, group.key().text());
        group.setReference(reference);
    }
}
