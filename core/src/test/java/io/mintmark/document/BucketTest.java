package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.internal.XxHash64;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where documents lie: all vectors of the fact sheet ravendb 6.3, and how to place one beside another. */
class BucketTest {

    @ParameterizedTest(name = "XXH64 of <{0}> is {1}")
    @CsvSource({"'', EF46DB3751D8E999", "a, D24EC4F1A98C6E5B", "abc, 44BC2CF5AD770999"})
    void shouldHashAsPublished(String text, String hash) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

        assertThat(XxHash64.hash(bytes, 0)).isEqualTo(Long.parseUnsignedLong(hash, 16));
    }

    @ParameterizedTest(name = "{0}: {1}, bucket {2}, shard {3} of 3")
    @CsvSource(delimiter = '|', textBlock = """
            users/1                                                          | FE68F7213BCF5749 | 1005385 | 2
            users/1-A                                                        | 9299B02AD0BEE8EE | 977134  | 2
            users/4                                                          | 1D47D6A9D42A8852 | 690258  | 1
            Users/4                                                          | 1D47D6A9D42A8852 | 690258  | 1
            Users/70$Users/4                                                 | 1D47D6A9D42A8852 | 690258  | 1
            a$b$users/4                                                      | 1D47D6A9D42A8852 | 690258  | 1
            foo                                                              | 33BF00A859C4BA3F | 309823  | 0
            users/1$foo                                                      | 33BF00A859C4BA3F | 309823  | 0
            users/2$FOO                                                      | 33BF00A859C4BA3F | 309823  | 0
            foo/bar                                                          | 93B6E1F8801E547F | 939135  | 2
            orders/1-A                                                       | CA97CE9743C24F1E | 151326  | 0
            invoices/1-A$orders/1-A                                          | CA97CE9743C24F1E | 151326  | 0
            $foo                                                             | B0023D38FB1AC633 | 706099  | 2
            foo$                                                             | EF46DB3751D8E999 | 584089  | 1
            users/0000000000000000001-A                                      | C664AED48BFC5482 | 808066  | 2
            users/0000000000000000005-A$ABCDEF                               | FA8AFD82C423144D | 201805  | 0
            users/$ABCDEF                                                    | FA8AFD82C423144D | 201805  | 0
            users/1000000                                                    | 5F3783D577B30B8F | 199567  | 0
            ąę/1                                                             | 2A45C4A39D0A8139 | 688441  | 1
            ĄĘ/1                                                             | 2A45C4A39D0A8139 | 688441  | 1
            Raven/Hilo/users                                                 | 985488472AFAC609 | 706057  | 2
            Raven/Hilo/orders                                                | F41BE15028D9BFF4 | 638964  | 1
            companies/1                                                      | 384FEFC92079E963 | 649571  | 1
            eu/0                                                             | 4D64A41B2BDD165F | 857695  | 2
            asia/1                                                           | 2B92DAEE12C51066 | 331878  | 0
            asia/2                                                           | B02ACE4A609B32EE | 733934  | 2
            items/1                                                          | 9288898F0205CDD1 | 380369  | 1
            this-is-a-rather-long-document-identifier/0000000000000000042-A  | 123B7C76FA3BEB18 | 781080  | 2
            """)
    void shouldPlaceAsRavenDbDoes(String id, String hash, int bucket, int shard) {
        byte[] key = DocumentId.of(id).keyBytes();

        assertThat(XxHash64.hash(key, Anchor.start(key))).isEqualTo(Long.parseUnsignedLong(hash, 16));
        assertThat(Bucket.of(DocumentId.of(id)).number()).isEqualTo(bucket);
        assertThat(Bucket.of(DocumentId.of(id)).shardOf(3)).isEqualTo(shard);
    }

    @ParameterizedTest(name = "bucket {0} of {1} shards: {2}")
    @CsvSource({
        "0, 1, 0",
        "1048575, 1, 0",
        "349524, 3, 0",
        "349525, 3, 1",
        "699049, 3, 1",
        "699050, 3, 2",
        "1048574, 3, 2",
        "1048575, 3, 2",
        "524287, 2, 0",
        "524288, 2, 1",
        "1048575, 1000, 999",
        "1047552, 1000, 999",
        "7, 1048576, 7"
    })
    void shouldGiveEachShardItsShareAndTheLastOneTheRest(int bucket, int shards, int shard) {
        assertThat(new Bucket(bucket).shardOf(shards)).isEqualTo(shard);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Bucket.COUNT + 1})
    void shouldRefuseShardsThatCannotBe(int shards) {
        assertThatThrownBy(() -> new Bucket(0).shardOf(shards))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("shards must be between 1 and 1048576: shards=" + shards);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Bucket.COUNT})
    void shouldRefuseBucketsThatCannotBe(int number) {
        assertThatThrownBy(() -> new Bucket(number)).hasMessageContaining("number=" + number);
    }

    @Test
    void shouldAnchorADocumentToAnother() {
        DocumentId order = DocumentId.of("orders/7-A");

        DocumentId invoice = DocumentId.of("invoices/1-A").anchoredTo(order);

        assertThat(invoice.text()).isEqualTo("invoices/1-A$orders/7-A");
        assertThat(Bucket.of(invoice)).isEqualTo(Bucket.of(order));
    }

    @Test
    void shouldObeyTheNewestAnchorOnly() {
        DocumentId moved = DocumentId.of("invoices/1-A$orders/7-A").anchoredTo(DocumentId.of("pallets/2-A$trucks/9-B"));

        assertThat(moved.text()).isEqualTo("invoices/1-A$orders/7-A$pallets/2-A$trucks/9-B");
        assertThat(Bucket.of(moved)).isEqualTo(Bucket.of(DocumentId.of("TRUCKS/9-b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo$", "$", "a$b$"})
    void shouldRefuseAnEmptyAnchor(String anchor) {
        assertThatThrownBy(() -> DocumentId.of("users/1").anchoredTo(DocumentId.of(anchor)))
                .isInstanceOf(InvalidDocumentIdException.class)
                .hasMessage("anchor must not end with '$', after which nothing is left to place by: '" + anchor
                        + "'; anchor to a document of another name");
    }

    @Test
    void shouldRefuseAnAnchorThatWouldLieElsewhere() {
        assertThatThrownBy(() -> DocumentId.of("users/1").anchoredTo(DocumentId.of("$foo")))
                .isInstanceOf(InvalidDocumentIdException.class)
                .hasMessage("anchor must not begin with its only '$', which would not count as part of it any more:"
                        + " '$foo'; anchor to a document of another name");
    }

    @Test
    void shouldRefuseAnAnchorThatMakesTheIdTooLong() {
        DocumentId half = DocumentId.of("x".repeat(256));

        assertThatThrownBy(() -> half.anchoredTo(half))
                .isInstanceOf(InvalidDocumentIdException.class)
                .hasMessageStartingWith("Document ID cannot exceed 512 bytes, but the ID was 513 bytes.");
    }

    @Test
    void shouldOrderBucketsByNumber() {
        assertThat(new Bucket(3)).isLessThan(new Bucket(20)).isEqualByComparingTo(new Bucket(3));
    }
}
