package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mintmark.support.Eventually;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import net.ravendb.client.documents.indexes.AbstractIndexCreationTask;
import net.ravendb.client.documents.indexes.IndexDefinition;
import net.ravendb.client.documents.operations.indexes.GetIndexOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents that list outputs, by definitions in the forms in which RavenDB's clients write C#. */
@Timeout(120)
class PatternReferencesScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    private static final String NAME = "Sales/ByGoodsAndDay";

    /** How a map and a reduce are written. */
    enum Form {
        /** By calls, as a compiler writes a query; with casts and decimal literals. */
        CALLS(
                "docs.Sales.SelectMany(sale => sale.lines, (sale, line) => new {\n    goods = line.goods,\n    day = sale.day,\n"
                        + "    gain = (((decimal) line.count) * line.price) * (1M - line.rebate)\n})",
                "results.GroupBy(r => new {\n    day = r.day,\n    goods = r.goods\n}).Select(g => new {\n"
                        + "    goods = g.Key.goods,\n    day = g.Key.day,\n    gain = Enumerable.Sum(g, r => ((decimal) r.gain))\n})"),
        /** By queries, as people write them. */
        QUERIES(
                "from sale in docs.Sales\n from line in sale.lines\n select new { line.goods, sale.day,"
                        + " gain = line.count * line.price * (1 - line.rebate) };",
                "from r in results\n group r by new { r.day, r.goods }\n into g\n select new { g.Key.goods, g.Key.day,"
                        + " gain = g.Sum(r => r.gain) };");

        private final String map;
        private final String reduce;

        Form(String map, String reduce) {
            this.map = map;
            this.reduce = reduce;
        }
    }

    /** The index as an application defines it. */
    static final class Index extends AbstractIndexCreationTask {
        Index(Form form, String pattern) {
            map = form.map;
            reduce = form.reduce;
            outputReduceToCollection = "Gains";
            patternForOutputReduceToCollectionReferences = pattern;
            patternReferencesCollectionName = "GainsOfADay";
        }

        @Override
        public String getIndexName() {
            return NAME;
        }
    }

    /** A part of a sale. */
    public record Line(
            @JsonProperty("goods") String goods,
            @JsonProperty("count") int count,
            @JsonProperty("price") BigDecimal price,
            @JsonProperty("rebate") BigDecimal rebate) {}

    /** A document. */
    public static final class Sale {
        private final String day;
        private final List<Line> lines = new ArrayList<>();

        Sale(String day, String... goods) {
            this.day = day;
            for (String each : goods) {
                lines.add(new Line(each, 2, new BigDecimal("1.5"), new BigDecimal("0.1")));
            }
        }

        public String getDay() {
            return day;
        }

        public List<Line> getLines() {
            return lines;
        }
    }

    /** What the index writes of a group. */
    public static final class Gain {
        private String goods;
        private BigDecimal gain;

        public String getGoods() {
            return goods;
        }

        public void setGoods(String goods) {
            this.goods = goods;
        }

        public BigDecimal getGain() {
            return gain;
        }

        public void setGain(BigDecimal gain) {
            this.gain = gain;
        }
    }

    private static void saveSales() {
        RAVEN.save(new Sale("2019-10-26T00:00:00.0000000", "goods/1", "goods/2"), "sales/1");
        RAVEN.save(new Sale("2019-10-25T00:00:00.0000000", "goods/2"), "sales/2");
        RAVEN.save(new Sale("2019-10-24T00:00:00.0000000", "goods/1"), "sales/3");
    }

    private static void put(Form form, String pattern) throws InterruptedException {
        new Index(form, pattern).execute(RAVEN.store());
        Indexing.caughtUp(RAVEN.store());
    }

    /** Returns what a document lists, as goods and gains, or nothing if there is no such document. */
    private static List<String> listed(String id) {
        IDocumentSession session = RAVEN.session();
        IndexOutputScenariosTest.Outputs outputs = session.load(IndexOutputScenariosTest.Outputs.class, id);
        List<String> listed = new ArrayList<>();
        for (String output : outputs == null ? List.<String>of() : outputs.getReduceOutputs()) {
            Gain gain = session.load(Gain.class, output);
            listed.add(gain.getGoods() + " " + gain.getGain());
        }
        return listed;
    }

    @ParameterizedTest
    @EnumSource
    void shouldListTheOutputsOfADayUntilTheyAreGone(Form form) throws InterruptedException {
        saveSales();
        put(form, "reports/daily/{day:yyyy-MM-dd}");

        assertThat(listed("reports/daily/2019-10-26")).containsExactlyInAnyOrder("goods/1 2.7", "goods/2 2.7");
        assertThat(listed("reports/daily/2019-10-25")).containsExactly("goods/2 2.7");
        assertThat(listed("reports/daily/2019-10-24")).containsExactly("goods/1 2.7");

        IDocumentSession session = RAVEN.session();
        session.delete("sales/1");
        session.delete("sales/2");
        session.saveChanges();
        Indexing.caughtUp(RAVEN.store());
        assertThat(listed("reports/daily/2019-10-26")).isEmpty();
        assertThat(listed("reports/daily/2019-10-25")).isEmpty();
        assertThat(listed("reports/daily/2019-10-24")).hasSize(1);
    }

    @Test
    void shouldListAnewWhenThePatternChanges() throws InterruptedException {
        saveSales();
        put(Form.CALLS, "reports/daily/{day:yyyy-MM-dd}");

        put(Form.QUERIES, "reports/monthly/{day:yyyy-MM}");

        Eventually.until(
                "the old lists are gone",
                () -> listed("reports/daily/2019-10-26").isEmpty()
                        && listed("reports/monthly/2019-10").size() == 4);
    }

    @Test
    void shouldShowTheDefinitionAsItWasPut() {
        new Index(Form.CALLS, "reports/daily/{day:yyyy-MM-dd}").execute(RAVEN.store());

        IndexDefinition shown = RAVEN.store().maintenance().send(new GetIndexOperation(NAME));

        assertThat(shown.getOutputReduceToCollection()).isEqualTo("Gains");
        assertThat(shown.getPatternForOutputReduceToCollectionReferences()).isEqualTo("reports/daily/{day:yyyy-MM-dd}");
        assertThat(shown.getPatternReferencesCollectionName()).isEqualTo("GainsOfADay");
        assertThat(shown.getMaps()).containsExactly(Form.CALLS.map);
    }
}
