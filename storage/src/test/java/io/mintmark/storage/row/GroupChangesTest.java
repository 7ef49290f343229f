package io.mintmark.storage.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.document.DocumentChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Indexes are told of a commit, but not the one that made it. */
final class GroupChangesTest {
    private final List<String> told = new ArrayList<>();

    private final GroupChanges changes = new GroupChanges(new ChangeListener() {
        @Override
        public void somethingChanged() {
            told.add("something");
        }

        @Override
        public void indexChanged(long index) {
            told.add("index " + index);
        }

        @Override
        public boolean isListening() {
            return false;
        }

        @Override
        public void committed(List<DocumentChange> changes) {}

        @Override
        public void missed() {}
    });

    private void save() {
        changes.mark();
        changes.note(() -> new DocumentChange(DocumentChange.Kind.PUT, "a", "As", "A:1"));
    }

    @Test
    void shouldSayWhoseOutputsAreAllThatChanged() {
        save();
        changes.madeBy(7);
        changes.publish();

        assertThat(told).containsExactly("index 7");
    }

    @Test
    void shouldTellOfChangesBesideOutputsInTheSameCommit() {
        save();
        save();
        changes.madeBy(7);
        changes.publish();
        save();
        changes.madeBy(7);
        save();
        changes.publish();
        save();
        changes.madeBy(7);
        save();
        changes.madeBy(8);
        changes.publish();

        assertThat(told).containsExactly("something", "something", "something");
    }

    @Test
    void shouldForgetWhoseOutputsWereInACommitBefore() {
        save();
        changes.madeBy(7);
        changes.publish();
        save();
        changes.undo();
        save();
        changes.madeBy(8);
        changes.publish();
        changes.mark();
        changes.madeBy(9);
        changes.publish();
        save();
        changes.publish();

        assertThat(told).containsExactly("index 7", "index 8", "something");
    }
}
