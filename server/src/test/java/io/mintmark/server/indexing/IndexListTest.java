package io.mintmark.server.indexing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mintmark.indexes.definition.DefinitionReader;
import io.mintmark.indexes.definition.IndexDefinition;
import io.mintmark.indexes.definition.IndexPriority;
import io.mintmark.indexes.expression.Trees;
import io.mintmark.server.indexing.IndexEntry.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of indexes that are put, changed, reset and deleted. */
final class IndexListTest {
    private static IndexDefinition definition(String name, String key) {
        String json = "{\"Name\":\"" + name
                + "\",\"OutputReduceToCollection\":\"Sums\",\"Aggregation\":{\"Collection\":\"Orders\","
                + "\"GroupBy\":[\"" + key + "\"],\"Aggregates\":[{\"Name\":\"N\",\"Function\":\"Count\"}]}}";
        return DefinitionReader.read((ObjectNode) Trees.read(json));
    }

    private static String shown(IndexList list) {
        StringBuilder shown = new StringBuilder();
        for (IndexEntry entry : list.entries()) {
            shown.append(entry.number()).append(' ').append(entry.phase());
            shown.append(entry.version() == null ? "" : " v" + entry.version()).append("; ");
        }
        return shown.toString();
    }

    @Test
    void shouldLeaveADefinitionAloneThatIsPutAgain() {
        IndexList list = IndexList.NONE.put(definition("a", "K"), List.of("Orders"));

        assertThat(list.put(definition("a", "K"), List.of("Orders"))).isSameAs(list);
        assertThat(shown(list)).isEqualTo("1 LIVE; ");
        assertThat(list.find("A")).isPresent();
    }

    @Test
    void shouldComputeAChangedDefinitionBesideTheOldOneAndThenReplaceIt() {
        IndexList list = IndexList.NONE
                .put(definition("a", "K"), List.of("Orders"))
                .put(definition("a", "L"), List.of("Orders"));
        assertThat(shown(list)).isEqualTo("1 LIVE; 2 REPLACING v1; ");

        IndexList replaced = list.caughtUp(2);
        assertThat(shown(replaced)).isEqualTo("1 LEAVING; 2 LIVE v1; ");
        assertThat(shown(replaced.cleared(1))).isEqualTo("2 LIVE v1; ");
        assertThat(shown(replaced.cleared(1)
                        .put(definition("a", "K"), List.of("Orders"))
                        .caughtUp(3)))
                .isEqualTo("2 LEAVING v1; 3 LIVE v2; ");
    }

    @Test
    void shouldDropAReplacementThatIsChangedOnceMoreOrNoLongerWanted() {
        IndexList list = IndexList.NONE
                .put(definition("a", "K"), List.of("Orders"))
                .put(definition("a", "L"), List.of("Orders"));

        assertThat(shown(list.put(definition("a", "M"), List.of("Orders"))))
                .isEqualTo("1 LIVE; 2 LEAVING v1; 3 REPLACING v2; ");
        assertThat(shown(list.put(definition("a", "K"), List.of("Orders")))).isEqualTo("1 LIVE; 2 LEAVING v1; ");
        assertThat(shown(list.caughtUp(1))).isEqualTo(shown(list));
    }

    @Test
    void shouldNameOutputsApartFromThoseThatAreStillBeingRemoved() {
        IndexList list =
                IndexList.NONE.put(definition("a", "K"), List.of("Orders")).delete("a");
        assertThat(list.find("a")).isEmpty();

        assertThat(shown(list.put(definition("a", "K"), List.of("Orders")))).isEqualTo("1 LEAVING; 2 LIVE v1; ");
        assertThat(shown(list.cleared(1).put(definition("a", "K"), List.of("Orders"))))
                .isEqualTo("2 LIVE; ");
    }

    @Test
    void shouldNameOutputsApartHoweverTheirCollectionIsSpelt() {
        IndexList list = IndexList.NONE;
        for (String key : List.of("K", "L")) {
            ObjectNode given = definition("a", key).given().deepCopy();
            list = list.put(DefinitionReader.read(given.put("OutputReduceToCollection", " sums ")), List.of("Orders"));
        }

        assertThat(shown(list)).isEqualTo("1 LIVE; 2 REPLACING v1; ");
    }

    @Test
    void shouldBeginAnewAfterAReset() {
        IndexList list =
                IndexList.NONE.put(definition("a", "K"), List.of("Orders")).reset("a");

        assertThat(list.entries().get(0).phase()).isEqualTo(Phase.RESETTING);
        assertThat(list.entries().get(0).isBeingCleared()).isTrue();
        assertThat(shown(list.cleared(1))).isEqualTo("1 LIVE; ");
    }

    private static IndexDefinition listing(String key) {
        ObjectNode given = definition("a", key).given().deepCopy();
        given.put("PatternForOutputReduceToCollectionReferences", "lists/{" + key + "}");
        return DefinitionReader.read(given);
    }

    @Test
    void shouldRemoveAnIndexFirstThatListsOutputsWhereTheNewOneWill() {
        IndexList list = IndexList.NONE.put(listing("K"), List.of("Orders")).put(listing("L"), List.of("Orders"));

        assertThat(shown(list)).isEqualTo("1 LEAVING; 2 LIVE v1; ");
        assertThat(list.mustWait(list.entries().get(0))).isFalse();
        assertThat(list.mustWait(list.entries().get(1))).isTrue();
        assertThat(list.cleared(1).mustWait(list.entries().get(1))).isFalse();
    }

    @Test
    void shouldChangeAPriorityWithoutComputingAnything() {
        IndexList list = IndexList.NONE.put(definition("a", "K"), List.of("Orders"));

        IndexList low = list.prioritise("A", IndexPriority.LOW);

        assertThat(shown(low)).isEqualTo("1 LIVE; ");
        assertThat(low.entries().get(0).priority()).isEqualTo(IndexPriority.LOW);
        assertThat(IndexListForm.read(IndexListForm.write(low))).isEqualTo(low);
    }

    @Test
    void shouldTakeThePriorityOfADefinitionThatIsWantedAfterAll() {
        IndexList list = IndexList.NONE
                .put(definition("a", "K"), List.of("Orders"))
                .put(definition("a", "L"), List.of("Orders"));
        ObjectNode given = definition("a", "K").given().deepCopy();

        IndexList back = list.put(DefinitionReader.read(given.put("Priority", "High")), List.of("Orders"));

        assertThat(shown(back)).isEqualTo("1 LIVE; 2 LEAVING v1; ");
        assertThat(back.entries().get(0).priority()).isEqualTo(IndexPriority.HIGH);
    }

    @Test
    void shouldTellWhetherPuttingADefinitionWouldChangeAnything() {
        IndexList list = IndexList.NONE.put(definition("a", "K"), List.of("Orders"));
        ObjectNode given = definition("a", "K").given().deepCopy();
        IndexList replacing = list.put(definition("a", "L"), List.of("Orders"));

        assertThat(IndexList.NONE.has(definition("a", "K"))).isFalse();
        assertThat(list.has(definition("A", "K"))).isFalse();
        assertThat(list.has(definition("a", "K"))).isTrue();
        assertThat(list.has(DefinitionReader.read(given.put("Priority", "Low"))))
                .isFalse();
        assertThat(replacing.has(definition("a", "L"))).isTrue();
        assertThat(replacing.has(definition("a", "K"))).isFalse();
    }

    @Test
    void shouldDeleteAReplacementAloneByItsOwnName() {
        IndexList list = IndexList.NONE
                .put(definition("a", "K"), List.of("Orders"))
                .put(definition("a", "L"), List.of("Orders"));

        assertThat(list.find("replacementof/A").map(IndexEntry::number)).contains(2L);
        assertThat(shown(list.delete("ReplacementOf/a"))).isEqualTo("1 LIVE; 2 LEAVING v1; ");
        assertThat(shown(list.delete("ReplacementOf/b"))).isEqualTo("1 LIVE; 2 REPLACING v1; ");
        assertThat(list.caughtUp(2).find("ReplacementOf/a")).isEmpty();
    }

    @Test
    void shouldDeleteAnIndexAndItsReplacement() {
        IndexList list = IndexList.NONE
                .put(definition("a", "K"), List.of("Orders"))
                .put(definition("a", "L"), List.of("Orders"))
                .delete("A");

        assertThat(shown(list)).isEqualTo("1 LEAVING; 2 LEAVING v1; ");
        assertThat(list.cleared(1).cleared(2).entries()).isEmpty();
    }
}
