package io.mintmark.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.MintmarkException;
import io.mintmark.RandomBytes;
import io.mintmark.web.access.principal.AccessList;
import io.mintmark.web.access.principal.BearerToken;
import io.mintmark.web.access.principal.Clearance;
import io.mintmark.web.access.principal.Credential;
import io.mintmark.web.access.principal.DatabaseAccess;
import io.mintmark.web.access.principal.Fingerprints;
import io.mintmark.web.access.principal.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;

/** A credential stands for one principal, and a clearance allows what it says. */
class AccessListTest {
    private static final String STORED = "ab".repeat(32);

    private static AccessList of(Credential credential) {
        return AccessList.NOBODY.with(new Principal("ada", Clearance.OPERATOR, null, List.of(credential)));
    }

    /** Shows that a way to look tokens up refuses every digest but the stored one, however much of it is right. */
    private static void requireAllOfADigest(BiPredicate<AccessList, String> knows) {
        AccessList list = of(new Credential(Credential.Kind.TOKEN, STORED, null));
        assertThat(knows.test(list, STORED)).isTrue();
        for (int digits = 0; digits < 64; digits++) {
            String near = STORED.substring(0, digits) + "0".repeat(64 - digits);
            assertThat(knows.test(list, near)).as("%s digits are right", digits).isFalse();
        }
    }

    @Test
    void shouldKnowATokenByAllOfItsDigest() {
        requireAllOfADigest((list, digest) -> list.ofToken(digest) != null);
    }

    @Test
    void shouldNoticeAComparisonThatStopsAtAPrefix() {
        BiPredicate<AccessList, String> twin = (list, digest) -> digest.startsWith(STORED.substring(0, 16));

        assertThatThrownBy(() -> requireAllOfADigest(twin))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("16 digits are right");
    }

    @Test
    void shouldNotTakeACredentialOfOneKindForAnother() {
        Fingerprints shown = new Fingerprints(STORED, "cd".repeat(20), STORED);
        assertThat(of(new Credential(Credential.Kind.CERTIFICATE, STORED, null)).ofToken(STORED))
                .isNull();
        assertThat(of(new Credential(Credential.Kind.TOKEN, STORED, null)).ofCertificate(shown))
                .isNull();
        assertThat(of(new Credential(Credential.Kind.CERTIFICATE, STORED, null)).ofCertificate(shown))
                .isNotNull();
        assertThat(of(new Credential(Credential.Kind.PUBLIC_KEY, STORED, null)).ofCertificate(shown))
                .isNotNull();
        assertThat(of(Credential.ofThumbprint("CD:".repeat(19) + "CD")).ofCertificate(shown))
                .isNotNull();
    }

    @Test
    void shouldDrawTokensThatScannersFindAndLogsDoNotShow() {
        BearerToken token = BearerToken.draw(RandomBytes.secure());

        assertThat(token.reveal())
                .matches("mintmark_[0-9a-f]{48}")
                .isNotEqualTo(BearerToken.draw(RandomBytes.secure()).reveal());
        assertThat(token.toString()).doesNotContain(token.reveal().substring(9));
        assertThat(BearerToken.parse(token.reveal()).orElseThrow().digest()).isEqualTo(token.digest());
        for (String wrong : List.of(
                "",
                "mintmark_",
                token.reveal() + "0",
                token.reveal().toUpperCase(java.util.Locale.ROOT),
                " " + token.reveal())) {
            assertThat(BearerToken.parse(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void shouldAllowWhatALevelIncludesInItsDatabaseAlone() {
        Clearance writer = Clearance.of(Map.of("Shop", DatabaseAccess.READ_WRITE));

        assertThat(RequiredClearance.READ.isMetBy(writer, "SHOP")).isTrue();
        assertThat(RequiredClearance.WRITE.isMetBy(writer, "shop")).isTrue();
        assertThat(RequiredClearance.ADMIN.isMetBy(writer, "shop")).isFalse();
        assertThat(RequiredClearance.OPERATOR.isMetBy(writer, "shop")).isFalse();
        assertThat(RequiredClearance.READ.isMetBy(writer, "shop2")).isFalse();
        assertThat(RequiredClearance.READ.isMetBy(writer, "")).isFalse();
        assertThat(RequiredClearance.ADMIN.isMetBy(Clearance.OPERATOR, "any")).isTrue();
    }

    @Test
    void shouldRefuseNamesThatNobodyCouldReadInALog() {
        for (String bad : List.of("", " ", "a\nb", "a\u202eb", "a\u0000", "x".repeat(129), "\ud83d\ude00")) {
            assertThatThrownBy(() -> new Principal(
                            bad,
                            Clearance.OPERATOR,
                            null,
                            List.of(new Credential(Credential.Kind.TOKEN, STORED, null))))
                    .as(bad)
                    .isInstanceOf(MintmarkException.class);
        }
        assertThatThrownBy(() -> Clearance.of(Map.of("../shop", DatabaseAccess.READ)))
                .hasMessageContaining("'../shop'");
        assertThatThrownBy(() -> Clearance.of(Map.of("shop", DatabaseAccess.READ, "SHOP", DatabaseAccess.ADMIN)))
                .hasMessageContaining("twice");
    }

    @Test
    void shouldKeepAnOldCredentialAsLongAsARotationSays() {
        Credential old = new Credential(Credential.Kind.TOKEN, STORED, null);
        Credential newer = new Credential(Credential.Kind.TOKEN, "12".repeat(32), null);
        Principal ada = new Principal("ada", Clearance.OPERATOR, null, List.of(old));
        Instant now = Instant.parse("2026-11-23T10:00:00Z");

        assertThat(ada.rotated(newer, now, now).credentials()).containsExactly(newer);
        Principal both = ada.rotated(newer, now, now.plusSeconds(60));
        assertThat(both.credentials()).hasSize(2);
        assertThat(both.credentials().get(0).isGoodAt(now.plusSeconds(59))).isTrue();
        assertThat(both.credentials().get(0).isGoodAt(now.plusSeconds(60))).isFalse();
    }

    @Test
    void shouldCountOperatorsWhoCanCallNow() {
        Instant now = Instant.parse("2026-11-23T10:00:00Z");
        Credential good = new Credential(Credential.Kind.TOKEN, STORED, null);
        Principal ended = new Principal("ended", Clearance.OPERATOR, now, List.of(good));
        Principal replaced = new Principal("replaced", Clearance.OPERATOR, null, List.of(good.until(now)));

        assertThat(of(good).hasOperator(now)).isTrue();
        assertThat(AccessList.NOBODY.with(ended).hasOperator(now)).isFalse();
        assertThat(AccessList.NOBODY.with(ended).hasOperator(now.minusSeconds(1)))
                .isTrue();
        assertThat(AccessList.NOBODY.with(replaced).hasOperator(now)).isFalse();
    }

    @Test
    void shouldNotTakeTheDigestsOfOneCertificateForTwoPrincipals() {
        Fingerprints shown = new Fingerprints(STORED, "cd".repeat(20), "ef".repeat(32));
        for (Credential known : List.of(
                Credential.ofThumbprint(shown.sha1()),
                Credential.ofThumbprint(shown.sha256()),
                new Credential(Credential.Kind.PUBLIC_KEY, shown.publicKey(), null))) {
            assertThatThrownBy(() -> of(known).requireNoOther(shown, "bob"))
                    .isInstanceOf(MintmarkException.class)
                    .hasMessageContaining("known as 'ada' already");
            assertThat(of(known).requireNoOther(shown, "ADA").principals()).hasSize(1);
        }
    }
}
