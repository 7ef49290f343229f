package io.mintmark.hibernate.takeover;

import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.id.BulkInsertionCapableIdentifierGenerator;
import org.hibernate.id.enhanced.SequenceStyleGenerator;

/** The same around a sequence, by which Hibernate also makes ids within a statement. */
final class WrappedSequence extends WrappedGenerator implements BulkInsertionCapableIdentifierGenerator {
    private static final long serialVersionUID = 1L;

    private final transient SequenceStyleGenerator sequence;

    WrappedSequence(SequenceStyleGenerator sequence, MappedIds mapped) {
        super(sequence, mapped);
        this.sequence = sequence;
    }

    @Override
    public boolean supportsBulkInsertionIdentifierGeneration() {
        return sequence.supportsBulkInsertionIdentifierGeneration();
    }

    @Override
    public String determineBulkInsertionIdentifierGenerationSelectFragment(SqlStringGenerationContext context) {
        return sequence.determineBulkInsertionIdentifierGenerationSelectFragment(context);
    }
}
