package io.mintmark.lab.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    @Test
    void shouldHaveSixtyCasesOfOneNameEach() {
        List<String> names = Catalogue.all().stream().map(HostileCase::name).toList();

        assertThat(names).hasSizeGreaterThanOrEqualTo(60).doesNotHaveDuplicates();
        assertThat(names).allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)+"));
    }

    @Test
    void shouldBeginWithItsOnlyControl() {
        Stream<HostileCase> controls =
                Catalogue.all().stream().filter(each -> each.needs() == HostileCase.Needs.REFUSAL);

        assertThat(controls).containsExactly(Catalogue.all().get(0));
    }

    @Test
    void shouldFindCasesByAPartOfTheirNames() {
        assertThat(Catalogue.named(Pattern.compile("^gzip-")))
                .isNotEmpty()
                .allMatch(each -> each.name().startsWith("gzip-"));
    }
}
