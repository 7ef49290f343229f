package io.mintmark.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.XxHash64;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Our XXH64 beside lz4-java's, and the laws of placing. */
class BucketProperties {
    private static final int LENGTH_MAX = 200;
    private static final long SEED = 0;

    // Plain Java: no native code and no Unsafe, so the same on every JDK.
    private static final XXHash64 ORACLE = XXHashFactory.safeInstance().hash64();

    @Example
    void shouldHashEveryLengthFromEveryOffsetLikeTheOracle() {
        Random random = new Random(20_261_120);
        byte[] bytes = new byte[LENGTH_MAX];
        for (int round = 0; round < 20; round++) {
            random.nextBytes(bytes);
            for (int from = 0; from <= LENGTH_MAX; from++) {
                assertThat(XxHash64.hash(bytes, from)).isEqualTo(ORACLE.hash(bytes, from, LENGTH_MAX - from, SEED));
            }
        }
    }

    @Property
    void shouldHashAnyBytesLikeTheOracle(@ForAll @Size(max = LENGTH_MAX) byte[] bytes) {
        assertThat(XxHash64.hash(bytes, 0)).isEqualTo(ORACLE.hash(bytes, 0, bytes.length, SEED));
    }

    @Property
    void shouldPlaceByTheHashOfTheKeyFormAfterItsLastDollar(@ForAll("ids") String text) {
        String key = KeyForm.of(text);
        int mark = key.lastIndexOf('$');
        byte[] part = (mark > 0 ? key.substring(mark + 1) : key).getBytes(StandardCharsets.UTF_8);

        int bucket = Bucket.of(DocumentId.of(text)).number();

        assertThat(bucket)
                .isEqualTo((int) Long.remainderUnsigned(ORACLE.hash(part, 0, part.length, SEED), Bucket.COUNT))
                .isEqualTo(Bucket.of(DocumentId.of(key)).number());
    }

    @Property
    void shouldLieWithTheAnchorOrRefuseIt(@ForAll("ids") String text, @ForAll("ids") String anchorText) {
        DocumentId anchor = DocumentId.of(anchorText);
        boolean obeyed = !anchorText.endsWith("$") && anchorText.lastIndexOf('$') != 0;

        try {
            DocumentId anchored = DocumentId.of(text).anchoredTo(anchor);

            assertThat(obeyed).isTrue();
            assertThat(anchored.text()).isEqualTo(text + "$" + anchorText);
            assertThat(Bucket.of(anchored)).isEqualTo(Bucket.of(anchor));
        } catch (InvalidDocumentIdException refusal) {
            assertThat(obeyed).isFalse();
        }
    }

    @Property
    void shouldSplitTheBucketsInOrderAndEvenly(
            @ForAll @IntRange(max = Bucket.COUNT - 2) int bucket, @ForAll @IntRange(min = 1, max = 2000) int shards) {
        int shard = new Bucket(bucket).shardOf(shards);
        int next = new Bucket(bucket + 1).shardOf(shards);

        assertThat(next - shard).isBetween(0, 1);
        assertThat(shard).isBetween(0, shards - 1);
        assertThat(shard * (Bucket.COUNT / shards)).isLessThanOrEqualTo(bucket);
        assertThat(new Bucket(Bucket.COUNT - 1).shardOf(shards)).isEqualTo(shards - 1);
    }

    @Provide
    Arbitrary<String> ids() {
        Arbitrary<String> anyLetters =
                Arbitraries.of("a", "Z", "ą", "Ę", "İ", "К", "語", "𐐀", "😀", "$", "/", "-", "7");
        return anyLetters.list().ofMinSize(1).ofMaxSize(50).map(letters -> String.join("", letters));
    }
}
