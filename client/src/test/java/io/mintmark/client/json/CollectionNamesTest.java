package io.mintmark.client.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.ravendb.client.documents.conventions.DocumentConventions;
import net.ravendb.client.util.Inflector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collections and prefixes are called what RavenDB's own client calls them. */
class CollectionNamesTest {
    private static final String[] ENDINGS = {
        "",
        "s",
        "S",
        "is",
        "us",
        "axis",
        "testis",
        "octopus",
        "virus",
        "alias",
        "status",
        "bus",
        "buffalo",
        "tomato",
        "datum",
        "medium",
        "sis",
        "fe",
        "ffe",
        "f",
        "lf",
        "rf",
        "hive",
        "y",
        "quy",
        "ay",
        "x",
        "ch",
        "ss",
        "sh",
        "ix",
        "matrix",
        "Matrix",
        "vertex",
        "index",
        "ex",
        "ouse",
        "mouse",
        "louse",
        "ox",
        "quiz",
        "person",
        "Man",
        "child",
        "sex",
        "move",
        "species",
        "fish",
        "sheep",
        "Equipment",
        "MatrixEntry",
        "IndixIndix",
        "ſ",
        "K"
    };

    @ParameterizedTest
    @CsvSource({
        "Employee,Employees",
        "User,Users",
        "FooBar,FooBars",
        "LongTermNote,LongTermNotes",
        "Person,People",
        "Company,Companies",
        "Child,Children",
        "Mouse,Mice",
        "Vertex,Vertices",
        "Index,Indices",
        "Box,Boxes",
        "Shelf,Shelves",
        "Wife,Wives",
        "Analysis,Analyses",
        "Datum,Data",
        "Tomato,Tomatoes",
        "Bus,Buses",
        "Status,Statuses",
        "Virus,Viri",
        "Axis,Axes",
        "News,News",
        "Ox,Oxen",
        "Quiz,Quizzes",
        "Sheep,Sheep",
        "Day,Days"
    })
    void shouldMakeThePluralOf(String word, String plural) {
        assertThat(CollectionNames.plural(word)).isEqualTo(plural);
    }

    @Property(tries = 2_000)
    void shouldAgreeWithTheOfficialClientAboutEveryWord(@ForAll("words") String word) {
        assertThat(CollectionNames.plural(word)).isEqualTo(Inflector.pluralize(word));
    }

    @Property(tries = 2_000)
    void shouldAgreeWithTheOfficialClientAboutEveryPrefix(@ForAll("words") String word) {
        assertThat(CollectionNames.prefix(word))
                .isEqualTo(DocumentConventions.defaultTransformCollectionNameToDocumentIdPrefix(word));
    }

    @Provide
    Arbitrary<String> words() {
        Arbitrary<String> beginnings =
                Arbitraries.strings().withChars("aAbBeEmMoOpPqQsStTuUxXyY9_ä").ofMaxLength(6);
        return Combinators.combine(beginnings, Arbitraries.of(ENDINGS)).as((some, ending) -> some + ending);
    }

    @Test
    void shouldLowerNamesAlikeWhateverTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr"));

            assertThat(CollectionNames.prefix("Items")).isEqualTo("items");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldNameNoCollectionOfClassesThatSayNothing() {
        assertThat(CollectionNames.of(Object.class)).isEmpty();
        assertThat(CollectionNames.of(Map.class)).isEmpty();
        assertThat(CollectionNames.of(Number.class)).isEmpty();
        assertThat(CollectionNames.of(new ArrayList<>() {}.getClass())).isEmpty();
    }
}
