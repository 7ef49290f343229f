package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThat;

import net.ravendb.client.documents.DocumentStore;
import net.ravendb.client.documents.conventions.DocumentConventions;
import net.ravendb.client.documents.operations.configuration.ClientConfiguration;
import net.ravendb.client.documents.operations.configuration.GetClientConfigurationOperation;
import net.ravendb.client.documents.operations.configuration.PutClientConfigurationOperation;
import net.ravendb.client.documents.session.IDocumentSession;
import net.ravendb.client.http.LoadBalanceBehavior;
import net.ravendb.client.http.ReadBalanceBehavior;
import net.ravendb.client.serverwide.operations.configuration.PutServerWideClientConfigurationOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What changes, and what goes on, when a database's identity-parts separator is changed. */
class SeparatorScenariosTest {
    @RegisterExtension
    static final RavenFixture RAVEN = new RavenFixture();

    @Test
    void shouldTellRunningClientsTheSeparatorAndGoOnCounting() {
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies/1-A");
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies/2-A");

        putSeparator(':');
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies:3-A");
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies:4-A");

        putSeparator('/');
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies/5-A");
    }

    @Test
    void shouldTellAClientThatDidNotAskForTheChange() {
        DocumentStore running = RAVEN.openStore();
        String before = saveNew(running);

        putSeparator(':');
        saveAs(running, "companies/other");

        assertThat(before).isEqualTo("companies/1-A");
        assertThat(saveNew(running)).isEqualTo("companies:2-A");
    }

    @Test
    void shouldTellANewClientWithItsFirstRequests() {
        putSeparator(':');

        DocumentStore late = RAVEN.openStore();
        Documents.exists(late, "companies/other");

        assertThat(saveNew(late)).isEqualTo("companies:1-A");
    }

    @Test
    void shouldJoinIdentitiesWithTheSeparatorInForce() {
        assertThat(saveAs("companies|")).isEqualTo("companies/1");

        putSeparator(':');
        assertThat(saveAs("companies|")).isEqualTo("companies:2");

        putSeparator('/');
        assertThat(saveAs("companies|")).isEqualTo("companies/3");
    }

    @Test
    void shouldCompleteOnlyIdsThatEndWithTheSeparatorInForce() {
        putSeparator(':');

        assertThat(saveAs("companies/")).isEqualTo("companies/");
        assertThat(saveAs("companies:")).isEqualTo("companies:0000000000000000002-A");
    }

    @Test
    void shouldKeepOldIdsAsTheyAre() {
        String old = saveNew(RAVEN.store());

        putSeparator(':');
        saveNew(RAVEN.store());

        assertThat(Documents.load(RAVEN.store(), Company.class, old).getName()).isEqualTo("Mint");
        assertThat(Documents.exists(RAVEN.store(), "companies:1-A")).isFalse();
    }

    @Test
    void shouldReturnToTheDefaultWhenTheConfigurationIsDisabled() {
        putSeparator(':');
        String during = saveAs("companies|");

        ClientConfiguration disabled = new ClientConfiguration();
        disabled.setIdentityPartsSeparator(':');
        disabled.setDisabled(true);
        RAVEN.store().maintenance().send(new PutClientConfigurationOperation(disabled));

        assertThat(during).isEqualTo("companies:1");
        assertThat(saveAs("companies|")).isEqualTo("companies/2");
        assertThat(saveNew(RAVEN.store())).isEqualTo("companies/1-A");
    }

    @Test
    void shouldShowTheConfigurationInForce() {
        putSeparator(':');

        GetClientConfigurationOperation.Result shown =
                RAVEN.store().maintenance().send(new GetClientConfigurationOperation());

        assertThat(shown.getConfiguration().getIdentityPartsSeparator()).isEqualTo(':');
        assertThat(shown.getConfiguration().isDisabled()).isFalse();
        assertThat(shown.getEtag()).isPositive();
    }

    @Test
    void shouldLeaveAClientWhatItChoseForItselfAndNobodySet() {
        DocumentStore balancing = RAVEN.openStore(store -> {
            store.getConventions().setReadBalanceBehavior(ReadBalanceBehavior.ROUND_ROBIN);
            store.getConventions().setLoadBalanceBehavior(LoadBalanceBehavior.USE_SESSION_CONTEXT);
        });
        saveNew(balancing);

        putSeparator(':');
        saveAs(balancing, "companies/other");

        assertThat(saveNew(balancing)).as("it follows the configuration").isEqualTo("companies:2-A");
        DocumentConventions followed = balancing.getRequestExecutor().getConventions();
        assertThat(followed.getReadBalanceBehavior()).isEqualTo(ReadBalanceBehavior.ROUND_ROBIN);
        assertThat(followed.getLoadBalanceBehavior()).isEqualTo(LoadBalanceBehavior.USE_SESSION_CONTEXT);
    }

    @Test
    void shouldFollowTheWholeServersConfiguration() {
        putServerWide(configuration('~'));
        try {
            assertThat(saveAs("companies|")).isEqualTo("companies~1");
            assertThat(saveNew(RAVEN.store())).isEqualTo("companies~1-A");
        } finally {
            ClientConfiguration disabled = new ClientConfiguration();
            disabled.setDisabled(true);
            putServerWide(disabled);
        }
        assertThat(saveAs("companies|")).isEqualTo("companies/2");
    }

    private static void putSeparator(char separator) {
        RAVEN.store().maintenance().send(new PutClientConfigurationOperation(configuration(separator)));
    }

    private static void putServerWide(ClientConfiguration configuration) {
        RAVEN.store().maintenance().server().send(new PutServerWideClientConfigurationOperation(configuration));
    }

    private static ClientConfiguration configuration(char separator) {
        ClientConfiguration configuration = new ClientConfiguration();
        configuration.setIdentityPartsSeparator(separator);
        return configuration;
    }

    private static String saveNew(DocumentStore store) {
        try (IDocumentSession session = store.openSession()) {
            Company company = new Company("Mint");
            session.store(company);
            session.saveChanges();
            return company.getId();
        }
    }

    private static String saveAs(String asked) {
        return saveAs(RAVEN.store(), asked);
    }

    private static String saveAs(DocumentStore store, String asked) {
        return Documents.saveAs(store, new Company("Mint"), asked);
    }
}
