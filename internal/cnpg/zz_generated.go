// Code generated from the definition clusters.postgresql.cnpg.io by a test in test/crds. DO NOT EDIT.

package cnpg

import (
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ClusterFields is the type with the fields that spec of the kind Cluster has.
func ClusterFields() reflect.Type { return reflect.TypeFor[clusterFields]() }

type clusterFields struct {
	Affinity struct {
		AdditionalPodAffinity struct {
			PreferredDuringSchedulingIgnoredDuringExecution []struct {
				PodAffinityTerm struct {
					LabelSelector struct {
						MatchExpressions []struct {
							Key      string   `json:"key"`
							Operator string   `json:"operator"`
							Values   []string `json:"values"`
						} `json:"matchExpressions"`
						MatchLabels map[string]string `json:"matchLabels"`
					} `json:"labelSelector"`
					MatchLabelKeys    []string `json:"matchLabelKeys"`
					MismatchLabelKeys []string `json:"mismatchLabelKeys"`
					NamespaceSelector struct {
						MatchExpressions []struct {
							Key      string   `json:"key"`
							Operator string   `json:"operator"`
							Values   []string `json:"values"`
						} `json:"matchExpressions"`
						MatchLabels map[string]string `json:"matchLabels"`
					} `json:"namespaceSelector"`
					Namespaces  []string `json:"namespaces"`
					TopologyKey string   `json:"topologyKey"`
				} `json:"podAffinityTerm"`
				Weight int32 `json:"weight"`
			} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
			RequiredDuringSchedulingIgnoredDuringExecution []struct {
				LabelSelector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"labelSelector"`
				MatchLabelKeys    []string `json:"matchLabelKeys"`
				MismatchLabelKeys []string `json:"mismatchLabelKeys"`
				NamespaceSelector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"namespaceSelector"`
				Namespaces  []string `json:"namespaces"`
				TopologyKey string   `json:"topologyKey"`
			} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
		} `json:"additionalPodAffinity"`
		AdditionalPodAntiAffinity struct {
			PreferredDuringSchedulingIgnoredDuringExecution []struct {
				PodAffinityTerm struct {
					LabelSelector struct {
						MatchExpressions []struct {
							Key      string   `json:"key"`
							Operator string   `json:"operator"`
							Values   []string `json:"values"`
						} `json:"matchExpressions"`
						MatchLabels map[string]string `json:"matchLabels"`
					} `json:"labelSelector"`
					MatchLabelKeys    []string `json:"matchLabelKeys"`
					MismatchLabelKeys []string `json:"mismatchLabelKeys"`
					NamespaceSelector struct {
						MatchExpressions []struct {
							Key      string   `json:"key"`
							Operator string   `json:"operator"`
							Values   []string `json:"values"`
						} `json:"matchExpressions"`
						MatchLabels map[string]string `json:"matchLabels"`
					} `json:"namespaceSelector"`
					Namespaces  []string `json:"namespaces"`
					TopologyKey string   `json:"topologyKey"`
				} `json:"podAffinityTerm"`
				Weight int32 `json:"weight"`
			} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
			RequiredDuringSchedulingIgnoredDuringExecution []struct {
				LabelSelector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"labelSelector"`
				MatchLabelKeys    []string `json:"matchLabelKeys"`
				MismatchLabelKeys []string `json:"mismatchLabelKeys"`
				NamespaceSelector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"namespaceSelector"`
				Namespaces  []string `json:"namespaces"`
				TopologyKey string   `json:"topologyKey"`
			} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
		} `json:"additionalPodAntiAffinity"`
		EnablePodAntiAffinity bool `json:"enablePodAntiAffinity"`
		NodeAffinity          struct {
			PreferredDuringSchedulingIgnoredDuringExecution []struct {
				Preference struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchFields []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchFields"`
				} `json:"preference"`
				Weight int32 `json:"weight"`
			} `json:"preferredDuringSchedulingIgnoredDuringExecution"`
			RequiredDuringSchedulingIgnoredDuringExecution struct {
				NodeSelectorTerms []struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchFields []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchFields"`
				} `json:"nodeSelectorTerms"`
			} `json:"requiredDuringSchedulingIgnoredDuringExecution"`
		} `json:"nodeAffinity"`
		NodeSelector        map[string]string `json:"nodeSelector"`
		PodAntiAffinityType string            `json:"podAntiAffinityType"`
		Tolerations         []struct {
			Effect            string `json:"effect"`
			Key               string `json:"key"`
			Operator          string `json:"operator"`
			TolerationSeconds int64  `json:"tolerationSeconds"`
			Value             string `json:"value"`
		} `json:"tolerations"`
		TopologyKey string `json:"topologyKey"`
	} `json:"affinity"`
	Backup struct {
		BarmanObjectStore struct {
			AzureCredentials struct {
				ConnectionString struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"connectionString"`
				InheritFromAzureAD bool `json:"inheritFromAzureAD"`
				StorageAccount     struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageAccount"`
				StorageKey struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageKey"`
				StorageSasToken struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageSasToken"`
			} `json:"azureCredentials"`
			Data struct {
				AdditionalCommandArgs []string `json:"additionalCommandArgs"`
				Compression           string   `json:"compression"`
				Encryption            string   `json:"encryption"`
				ImmediateCheckpoint   bool     `json:"immediateCheckpoint"`
				Jobs                  int32    `json:"jobs"`
			} `json:"data"`
			DestinationPath string `json:"destinationPath"`
			EndpointCA      struct {
				Key  string `json:"key"`
				Name string `json:"name"`
			} `json:"endpointCA"`
			EndpointURL       string `json:"endpointURL"`
			GoogleCredentials struct {
				ApplicationCredentials struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"applicationCredentials"`
				GkeEnvironment bool `json:"gkeEnvironment"`
			} `json:"googleCredentials"`
			HistoryTags   map[string]string `json:"historyTags"`
			S3Credentials struct {
				AccessKeyId struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"accessKeyId"`
				InheritFromIAMRole bool `json:"inheritFromIAMRole"`
				Region             struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"region"`
				SecretAccessKey struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"secretAccessKey"`
				SessionToken struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"sessionToken"`
			} `json:"s3Credentials"`
			ServerName string            `json:"serverName"`
			Tags       map[string]string `json:"tags"`
			Wal        struct {
				ArchiveAdditionalCommandArgs []string `json:"archiveAdditionalCommandArgs"`
				Compression                  string   `json:"compression"`
				Encryption                   string   `json:"encryption"`
				MaxParallel                  int64    `json:"maxParallel"`
				RestoreAdditionalCommandArgs []string `json:"restoreAdditionalCommandArgs"`
			} `json:"wal"`
		} `json:"barmanObjectStore"`
		RetentionPolicy string `json:"retentionPolicy"`
		Target          string `json:"target"`
		VolumeSnapshot  struct {
			Annotations         map[string]string `json:"annotations"`
			ClassName           string            `json:"className"`
			Labels              map[string]string `json:"labels"`
			Online              bool              `json:"online"`
			OnlineConfiguration struct {
				ImmediateCheckpoint bool `json:"immediateCheckpoint"`
				WaitForArchive      bool `json:"waitForArchive"`
			} `json:"onlineConfiguration"`
			SnapshotOwnerReference string            `json:"snapshotOwnerReference"`
			TablespaceClassName    map[string]string `json:"tablespaceClassName"`
			WalClassName           string            `json:"walClassName"`
		} `json:"volumeSnapshot"`
	} `json:"backup"`
	Bootstrap struct {
		Initdb struct {
			BuiltinLocale string `json:"builtinLocale"`
			DataChecksums bool   `json:"dataChecksums"`
			Database      string `json:"database"`
			Encoding      string `json:"encoding"`
			IcuLocale     string `json:"icuLocale"`
			IcuRules      string `json:"icuRules"`
			Import        struct {
				Databases                []string `json:"databases"`
				PgDumpExtraOptions       []string `json:"pgDumpExtraOptions"`
				PgRestoreDataOptions     []string `json:"pgRestoreDataOptions"`
				PgRestoreExtraOptions    []string `json:"pgRestoreExtraOptions"`
				PgRestorePostdataOptions []string `json:"pgRestorePostdataOptions"`
				PgRestorePredataOptions  []string `json:"pgRestorePredataOptions"`
				PostImportApplicationSQL []string `json:"postImportApplicationSQL"`
				Roles                    []string `json:"roles"`
				SchemaOnly               bool     `json:"schemaOnly"`
				Source                   struct {
					ExternalCluster string `json:"externalCluster"`
				} `json:"source"`
				Type string `json:"type"`
			} `json:"import"`
			Locale                     string   `json:"locale"`
			LocaleCType                string   `json:"localeCType"`
			LocaleCollate              string   `json:"localeCollate"`
			LocaleProvider             string   `json:"localeProvider"`
			Options                    []string `json:"options"`
			Owner                      string   `json:"owner"`
			PostInitApplicationSQL     []string `json:"postInitApplicationSQL"`
			PostInitApplicationSQLRefs struct {
				ConfigMapRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"configMapRefs"`
				SecretRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"secretRefs"`
			} `json:"postInitApplicationSQLRefs"`
			PostInitSQL     []string `json:"postInitSQL"`
			PostInitSQLRefs struct {
				ConfigMapRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"configMapRefs"`
				SecretRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"secretRefs"`
			} `json:"postInitSQLRefs"`
			PostInitTemplateSQL     []string `json:"postInitTemplateSQL"`
			PostInitTemplateSQLRefs struct {
				ConfigMapRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"configMapRefs"`
				SecretRefs []struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"secretRefs"`
			} `json:"postInitTemplateSQLRefs"`
			Secret struct {
				Name string `json:"name"`
			} `json:"secret"`
			WalSegmentSize int64 `json:"walSegmentSize"`
		} `json:"initdb"`
		Pg_basebackup struct {
			Database string `json:"database"`
			Owner    string `json:"owner"`
			Secret   struct {
				Name string `json:"name"`
			} `json:"secret"`
			Source string `json:"source"`
		} `json:"pg_basebackup"`
		Recovery struct {
			Backup struct {
				EndpointCA struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"endpointCA"`
				Name string `json:"name"`
			} `json:"backup"`
			Database       string `json:"database"`
			Owner          string `json:"owner"`
			RecoveryTarget struct {
				BackupID        string `json:"backupID"`
				Exclusive       bool   `json:"exclusive"`
				TargetImmediate bool   `json:"targetImmediate"`
				TargetLSN       string `json:"targetLSN"`
				TargetName      string `json:"targetName"`
				TargetTLI       string `json:"targetTLI"`
				TargetTime      string `json:"targetTime"`
				TargetXID       string `json:"targetXID"`
			} `json:"recoveryTarget"`
			Secret struct {
				Name string `json:"name"`
			} `json:"secret"`
			Source          string `json:"source"`
			VolumeSnapshots struct {
				Storage struct {
					ApiGroup string `json:"apiGroup"`
					Kind     string `json:"kind"`
					Name     string `json:"name"`
				} `json:"storage"`
				TablespaceStorage map[string]struct {
					ApiGroup string `json:"apiGroup"`
					Kind     string `json:"kind"`
					Name     string `json:"name"`
				} `json:"tablespaceStorage"`
				WalStorage struct {
					ApiGroup string `json:"apiGroup"`
					Kind     string `json:"kind"`
					Name     string `json:"name"`
				} `json:"walStorage"`
			} `json:"volumeSnapshots"`
		} `json:"recovery"`
	} `json:"bootstrap"`
	Certificates struct {
		ClientCASecret       string   `json:"clientCASecret"`
		ReplicationTLSSecret string   `json:"replicationTLSSecret"`
		ServerAltDNSNames    []string `json:"serverAltDNSNames"`
		ServerCASecret       string   `json:"serverCASecret"`
		ServerTLSSecret      string   `json:"serverTLSSecret"`
	} `json:"certificates"`
	Description           string `json:"description"`
	EnablePDB             bool   `json:"enablePDB"`
	EnableSuperuserAccess bool   `json:"enableSuperuserAccess"`
	Env                   []struct {
		Name      string `json:"name"`
		Value     string `json:"value"`
		ValueFrom struct {
			ConfigMapKeyRef struct {
				Key      string `json:"key"`
				Name     string `json:"name"`
				Optional bool   `json:"optional"`
			} `json:"configMapKeyRef"`
			FieldRef struct {
				ApiVersion string `json:"apiVersion"`
				FieldPath  string `json:"fieldPath"`
			} `json:"fieldRef"`
			FileKeyRef struct {
				Key        string `json:"key"`
				Optional   bool   `json:"optional"`
				Path       string `json:"path"`
				VolumeName string `json:"volumeName"`
			} `json:"fileKeyRef"`
			ResourceFieldRef struct {
				ContainerName string                `json:"containerName"`
				Divisor       schema.CustomQuantity `json:"divisor"`
				Resource      string                `json:"resource"`
			} `json:"resourceFieldRef"`
			SecretKeyRef struct {
				Key      string `json:"key"`
				Name     string `json:"name"`
				Optional bool   `json:"optional"`
			} `json:"secretKeyRef"`
		} `json:"valueFrom"`
	} `json:"env"`
	EnvFrom []struct {
		ConfigMapRef struct {
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"configMapRef"`
		Prefix    string `json:"prefix"`
		SecretRef struct {
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"secretRef"`
	} `json:"envFrom"`
	EphemeralVolumeSource struct {
		VolumeClaimTemplate struct {
			Metadata struct{} `json:"metadata"`
			Spec     struct {
				AccessModes []string `json:"accessModes"`
				DataSource  struct {
					ApiGroup string `json:"apiGroup"`
					Kind     string `json:"kind"`
					Name     string `json:"name"`
				} `json:"dataSource"`
				DataSourceRef struct {
					ApiGroup  string `json:"apiGroup"`
					Kind      string `json:"kind"`
					Name      string `json:"name"`
					Namespace string `json:"namespace"`
				} `json:"dataSourceRef"`
				Resources struct {
					Limits   map[string]schema.CustomQuantity `json:"limits"`
					Requests map[string]schema.CustomQuantity `json:"requests"`
				} `json:"resources"`
				Selector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"selector"`
				StorageClassName          string `json:"storageClassName"`
				VolumeAttributesClassName string `json:"volumeAttributesClassName"`
				VolumeMode                string `json:"volumeMode"`
				VolumeName                string `json:"volumeName"`
			} `json:"spec"`
		} `json:"volumeClaimTemplate"`
	} `json:"ephemeralVolumeSource"`
	EphemeralVolumesSizeLimit struct {
		Shm           schema.CustomQuantity `json:"shm"`
		TemporaryData schema.CustomQuantity `json:"temporaryData"`
	} `json:"ephemeralVolumesSizeLimit"`
	ExternalClusters []struct {
		BarmanObjectStore struct {
			AzureCredentials struct {
				ConnectionString struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"connectionString"`
				InheritFromAzureAD bool `json:"inheritFromAzureAD"`
				StorageAccount     struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageAccount"`
				StorageKey struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageKey"`
				StorageSasToken struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"storageSasToken"`
			} `json:"azureCredentials"`
			Data struct {
				AdditionalCommandArgs []string `json:"additionalCommandArgs"`
				Compression           string   `json:"compression"`
				Encryption            string   `json:"encryption"`
				ImmediateCheckpoint   bool     `json:"immediateCheckpoint"`
				Jobs                  int32    `json:"jobs"`
			} `json:"data"`
			DestinationPath string `json:"destinationPath"`
			EndpointCA      struct {
				Key  string `json:"key"`
				Name string `json:"name"`
			} `json:"endpointCA"`
			EndpointURL       string `json:"endpointURL"`
			GoogleCredentials struct {
				ApplicationCredentials struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"applicationCredentials"`
				GkeEnvironment bool `json:"gkeEnvironment"`
			} `json:"googleCredentials"`
			HistoryTags   map[string]string `json:"historyTags"`
			S3Credentials struct {
				AccessKeyId struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"accessKeyId"`
				InheritFromIAMRole bool `json:"inheritFromIAMRole"`
				Region             struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"region"`
				SecretAccessKey struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"secretAccessKey"`
				SessionToken struct {
					Key  string `json:"key"`
					Name string `json:"name"`
				} `json:"sessionToken"`
			} `json:"s3Credentials"`
			ServerName string            `json:"serverName"`
			Tags       map[string]string `json:"tags"`
			Wal        struct {
				ArchiveAdditionalCommandArgs []string `json:"archiveAdditionalCommandArgs"`
				Compression                  string   `json:"compression"`
				Encryption                   string   `json:"encryption"`
				MaxParallel                  int64    `json:"maxParallel"`
				RestoreAdditionalCommandArgs []string `json:"restoreAdditionalCommandArgs"`
			} `json:"wal"`
		} `json:"barmanObjectStore"`
		ConnectionParameters map[string]string `json:"connectionParameters"`
		Name                 string            `json:"name"`
		Password             struct {
			Key      string `json:"key"`
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"password"`
		Plugin struct {
			Enabled       bool              `json:"enabled"`
			IsWALArchiver bool              `json:"isWALArchiver"`
			Name          string            `json:"name"`
			Parameters    map[string]string `json:"parameters"`
		} `json:"plugin"`
		SslCert struct {
			Key      string `json:"key"`
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"sslCert"`
		SslKey struct {
			Key      string `json:"key"`
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"sslKey"`
		SslRootCert struct {
			Key      string `json:"key"`
			Name     string `json:"name"`
			Optional bool   `json:"optional"`
		} `json:"sslRootCert"`
	} `json:"externalClusters"`
	FailoverDelay   int32 `json:"failoverDelay"`
	ImageCatalogRef struct {
		ApiGroup string `json:"apiGroup"`
		Kind     string `json:"kind"`
		Major    int64  `json:"major"`
		Name     string `json:"name"`
	} `json:"imageCatalogRef"`
	ImageName        string `json:"imageName"`
	ImagePullPolicy  string `json:"imagePullPolicy"`
	ImagePullSecrets []struct {
		Name string `json:"name"`
	} `json:"imagePullSecrets"`
	InheritedMetadata struct {
		Annotations map[string]string `json:"annotations"`
		Labels      map[string]string `json:"labels"`
	} `json:"inheritedMetadata"`
	Instances            int64  `json:"instances"`
	LivenessProbeTimeout int32  `json:"livenessProbeTimeout"`
	LogLevel             string `json:"logLevel"`
	Managed              struct {
		Roles []struct {
			Bypassrls       bool     `json:"bypassrls"`
			Comment         string   `json:"comment"`
			ConnectionLimit int64    `json:"connectionLimit"`
			Createdb        bool     `json:"createdb"`
			Createrole      bool     `json:"createrole"`
			DisablePassword bool     `json:"disablePassword"`
			Ensure          string   `json:"ensure"`
			InRoles         []string `json:"inRoles"`
			Inherit         bool     `json:"inherit"`
			Login           bool     `json:"login"`
			Name            string   `json:"name"`
			PasswordSecret  struct {
				Name string `json:"name"`
			} `json:"passwordSecret"`
			Replication bool   `json:"replication"`
			Superuser   bool   `json:"superuser"`
			ValidUntil  string `json:"validUntil"`
		} `json:"roles"`
		Services struct {
			Additional []struct {
				SelectorType    string `json:"selectorType"`
				ServiceTemplate struct {
					Metadata struct {
						Annotations map[string]string `json:"annotations"`
						Labels      map[string]string `json:"labels"`
						Name        string            `json:"name"`
					} `json:"metadata"`
					Spec struct {
						AllocateLoadBalancerNodePorts bool     `json:"allocateLoadBalancerNodePorts"`
						ClusterIP                     string   `json:"clusterIP"`
						ClusterIPs                    []string `json:"clusterIPs"`
						ExternalIPs                   []string `json:"externalIPs"`
						ExternalName                  string   `json:"externalName"`
						ExternalTrafficPolicy         string   `json:"externalTrafficPolicy"`
						HealthCheckNodePort           int32    `json:"healthCheckNodePort"`
						InternalTrafficPolicy         string   `json:"internalTrafficPolicy"`
						IpFamilies                    []string `json:"ipFamilies"`
						IpFamilyPolicy                string   `json:"ipFamilyPolicy"`
						LoadBalancerClass             string   `json:"loadBalancerClass"`
						LoadBalancerIP                string   `json:"loadBalancerIP"`
						LoadBalancerSourceRanges      []string `json:"loadBalancerSourceRanges"`
						Ports                         []struct {
							AppProtocol string             `json:"appProtocol"`
							Name        string             `json:"name"`
							NodePort    int32              `json:"nodePort"`
							Port        int32              `json:"port"`
							Protocol    string             `json:"protocol"`
							TargetPort  intstr.IntOrString `json:"targetPort"`
						} `json:"ports"`
						PublishNotReadyAddresses bool              `json:"publishNotReadyAddresses"`
						Selector                 map[string]string `json:"selector"`
						SessionAffinity          string            `json:"sessionAffinity"`
						SessionAffinityConfig    struct {
							ClientIP struct {
								TimeoutSeconds int32 `json:"timeoutSeconds"`
							} `json:"clientIP"`
						} `json:"sessionAffinityConfig"`
						TrafficDistribution string `json:"trafficDistribution"`
						Type                string `json:"type"`
					} `json:"spec"`
				} `json:"serviceTemplate"`
				UpdateStrategy string `json:"updateStrategy"`
			} `json:"additional"`
			DisabledDefaultServices []string `json:"disabledDefaultServices"`
		} `json:"services"`
	} `json:"managed"`
	MaxSyncReplicas int64 `json:"maxSyncReplicas"`
	MinSyncReplicas int64 `json:"minSyncReplicas"`
	Monitoring      struct {
		CustomQueriesConfigMap []struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"customQueriesConfigMap"`
		CustomQueriesSecret []struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"customQueriesSecret"`
		DisableDefaultQueries       bool   `json:"disableDefaultQueries"`
		EnablePodMonitor            bool   `json:"enablePodMonitor"`
		MetricsQueriesTTL           string `json:"metricsQueriesTTL"`
		PodMonitorMetricRelabelings []struct {
			Action       string   `json:"action"`
			Modulus      int64    `json:"modulus"`
			Regex        string   `json:"regex"`
			Replacement  string   `json:"replacement"`
			Separator    string   `json:"separator"`
			SourceLabels []string `json:"sourceLabels"`
			TargetLabel  string   `json:"targetLabel"`
		} `json:"podMonitorMetricRelabelings"`
		PodMonitorRelabelings []struct {
			Action       string   `json:"action"`
			Modulus      int64    `json:"modulus"`
			Regex        string   `json:"regex"`
			Replacement  string   `json:"replacement"`
			Separator    string   `json:"separator"`
			SourceLabels []string `json:"sourceLabels"`
			TargetLabel  string   `json:"targetLabel"`
		} `json:"podMonitorRelabelings"`
		Tls struct {
			Enabled bool `json:"enabled"`
		} `json:"tls"`
	} `json:"monitoring"`
	NodeMaintenanceWindow struct {
		InProgress bool `json:"inProgress"`
		ReusePVC   bool `json:"reusePVC"`
	} `json:"nodeMaintenanceWindow"`
	Plugins []struct {
		Enabled       bool              `json:"enabled"`
		IsWALArchiver bool              `json:"isWALArchiver"`
		Name          string            `json:"name"`
		Parameters    map[string]string `json:"parameters"`
	} `json:"plugins"`
	PodSecurityContext struct {
		AppArmorProfile struct {
			LocalhostProfile string `json:"localhostProfile"`
			Type             string `json:"type"`
		} `json:"appArmorProfile"`
		FsGroup             int64  `json:"fsGroup"`
		FsGroupChangePolicy string `json:"fsGroupChangePolicy"`
		RunAsGroup          int64  `json:"runAsGroup"`
		RunAsNonRoot        bool   `json:"runAsNonRoot"`
		RunAsUser           int64  `json:"runAsUser"`
		SeLinuxChangePolicy string `json:"seLinuxChangePolicy"`
		SeLinuxOptions      struct {
			Level string `json:"level"`
			Role  string `json:"role"`
			Type  string `json:"type"`
			User  string `json:"user"`
		} `json:"seLinuxOptions"`
		SeccompProfile struct {
			LocalhostProfile string `json:"localhostProfile"`
			Type             string `json:"type"`
		} `json:"seccompProfile"`
		SupplementalGroups       []int64 `json:"supplementalGroups"`
		SupplementalGroupsPolicy string  `json:"supplementalGroupsPolicy"`
		Sysctls                  []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"sysctls"`
		WindowsOptions struct {
			GmsaCredentialSpec     string `json:"gmsaCredentialSpec"`
			GmsaCredentialSpecName string `json:"gmsaCredentialSpecName"`
			HostProcess            bool   `json:"hostProcess"`
			RunAsUserName          string `json:"runAsUserName"`
		} `json:"windowsOptions"`
	} `json:"podSecurityContext"`
	PostgresGID int64 `json:"postgresGID"`
	PostgresUID int64 `json:"postgresUID"`
	Postgresql  struct {
		EnableAlterSystem bool `json:"enableAlterSystem"`
		Extensions        []struct {
			Dynamic_library_path   []string `json:"dynamic_library_path"`
			Extension_control_path []string `json:"extension_control_path"`
			Image                  struct {
				PullPolicy string `json:"pullPolicy"`
				Reference  string `json:"reference"`
			} `json:"image"`
			Ld_library_path []string `json:"ld_library_path"`
			Name            string   `json:"name"`
		} `json:"extensions"`
		Ldap struct {
			BindAsAuth struct {
				Prefix string `json:"prefix"`
				Suffix string `json:"suffix"`
			} `json:"bindAsAuth"`
			BindSearchAuth struct {
				BaseDN       string `json:"baseDN"`
				BindDN       string `json:"bindDN"`
				BindPassword struct {
					Key      string `json:"key"`
					Name     string `json:"name"`
					Optional bool   `json:"optional"`
				} `json:"bindPassword"`
				SearchAttribute string `json:"searchAttribute"`
				SearchFilter    string `json:"searchFilter"`
			} `json:"bindSearchAuth"`
			Port   int64  `json:"port"`
			Scheme string `json:"scheme"`
			Server string `json:"server"`
			Tls    bool   `json:"tls"`
		} `json:"ldap"`
		Parameters                    map[string]string `json:"parameters"`
		Pg_hba                        []string          `json:"pg_hba"`
		Pg_ident                      []string          `json:"pg_ident"`
		PromotionTimeout              int32             `json:"promotionTimeout"`
		Shared_preload_libraries      []string          `json:"shared_preload_libraries"`
		SyncReplicaElectionConstraint struct {
			Enabled                bool     `json:"enabled"`
			NodeLabelsAntiAffinity []string `json:"nodeLabelsAntiAffinity"`
		} `json:"syncReplicaElectionConstraint"`
		Synchronous struct {
			DataDurability             string   `json:"dataDurability"`
			FailoverQuorum             bool     `json:"failoverQuorum"`
			MaxStandbyNamesFromCluster int64    `json:"maxStandbyNamesFromCluster"`
			Method                     string   `json:"method"`
			Number                     int64    `json:"number"`
			StandbyNamesPost           []string `json:"standbyNamesPost"`
			StandbyNamesPre            []string `json:"standbyNamesPre"`
		} `json:"synchronous"`
	} `json:"postgresql"`
	PrimaryUpdateMethod   string `json:"primaryUpdateMethod"`
	PrimaryUpdateStrategy string `json:"primaryUpdateStrategy"`
	PriorityClassName     string `json:"priorityClassName"`
	Probes                struct {
		Liveness struct {
			FailureThreshold    int32 `json:"failureThreshold"`
			InitialDelaySeconds int32 `json:"initialDelaySeconds"`
			IsolationCheck      struct {
				ConnectionTimeout int64 `json:"connectionTimeout"`
				Enabled           bool  `json:"enabled"`
				RequestTimeout    int64 `json:"requestTimeout"`
			} `json:"isolationCheck"`
			PeriodSeconds                 int32 `json:"periodSeconds"`
			SuccessThreshold              int32 `json:"successThreshold"`
			TerminationGracePeriodSeconds int64 `json:"terminationGracePeriodSeconds"`
			TimeoutSeconds                int32 `json:"timeoutSeconds"`
		} `json:"liveness"`
		Readiness struct {
			FailureThreshold              int32                 `json:"failureThreshold"`
			InitialDelaySeconds           int32                 `json:"initialDelaySeconds"`
			MaximumLag                    schema.CustomQuantity `json:"maximumLag"`
			PeriodSeconds                 int32                 `json:"periodSeconds"`
			SuccessThreshold              int32                 `json:"successThreshold"`
			TerminationGracePeriodSeconds int64                 `json:"terminationGracePeriodSeconds"`
			TimeoutSeconds                int32                 `json:"timeoutSeconds"`
			Type                          string                `json:"type"`
		} `json:"readiness"`
		Startup struct {
			FailureThreshold              int32                 `json:"failureThreshold"`
			InitialDelaySeconds           int32                 `json:"initialDelaySeconds"`
			MaximumLag                    schema.CustomQuantity `json:"maximumLag"`
			PeriodSeconds                 int32                 `json:"periodSeconds"`
			SuccessThreshold              int32                 `json:"successThreshold"`
			TerminationGracePeriodSeconds int64                 `json:"terminationGracePeriodSeconds"`
			TimeoutSeconds                int32                 `json:"timeoutSeconds"`
			Type                          string                `json:"type"`
		} `json:"startup"`
	} `json:"probes"`
	ProjectedVolumeTemplate struct {
		DefaultMode int32 `json:"defaultMode"`
		Sources     []struct {
			ClusterTrustBundle struct {
				LabelSelector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"labelSelector"`
				Name       string `json:"name"`
				Optional   bool   `json:"optional"`
				Path       string `json:"path"`
				SignerName string `json:"signerName"`
			} `json:"clusterTrustBundle"`
			ConfigMap struct {
				Items []struct {
					Key  string `json:"key"`
					Mode int32  `json:"mode"`
					Path string `json:"path"`
				} `json:"items"`
				Name     string `json:"name"`
				Optional bool   `json:"optional"`
			} `json:"configMap"`
			DownwardAPI struct {
				Items []struct {
					FieldRef struct {
						ApiVersion string `json:"apiVersion"`
						FieldPath  string `json:"fieldPath"`
					} `json:"fieldRef"`
					Mode             int32  `json:"mode"`
					Path             string `json:"path"`
					ResourceFieldRef struct {
						ContainerName string                `json:"containerName"`
						Divisor       schema.CustomQuantity `json:"divisor"`
						Resource      string                `json:"resource"`
					} `json:"resourceFieldRef"`
				} `json:"items"`
			} `json:"downwardAPI"`
			PodCertificate struct {
				CertificateChainPath string `json:"certificateChainPath"`
				CredentialBundlePath string `json:"credentialBundlePath"`
				KeyPath              string `json:"keyPath"`
				KeyType              string `json:"keyType"`
				MaxExpirationSeconds int32  `json:"maxExpirationSeconds"`
				SignerName           string `json:"signerName"`
			} `json:"podCertificate"`
			Secret struct {
				Items []struct {
					Key  string `json:"key"`
					Mode int32  `json:"mode"`
					Path string `json:"path"`
				} `json:"items"`
				Name     string `json:"name"`
				Optional bool   `json:"optional"`
			} `json:"secret"`
			ServiceAccountToken struct {
				Audience          string `json:"audience"`
				ExpirationSeconds int64  `json:"expirationSeconds"`
				Path              string `json:"path"`
			} `json:"serviceAccountToken"`
		} `json:"sources"`
	} `json:"projectedVolumeTemplate"`
	Replica struct {
		Enabled        bool   `json:"enabled"`
		MinApplyDelay  string `json:"minApplyDelay"`
		Primary        string `json:"primary"`
		PromotionToken string `json:"promotionToken"`
		Self           string `json:"self"`
		Source         string `json:"source"`
	} `json:"replica"`
	ReplicationSlots struct {
		HighAvailability struct {
			Enabled                    bool   `json:"enabled"`
			SlotPrefix                 string `json:"slotPrefix"`
			SynchronizeLogicalDecoding bool   `json:"synchronizeLogicalDecoding"`
		} `json:"highAvailability"`
		SynchronizeReplicas struct {
			Enabled         bool     `json:"enabled"`
			ExcludePatterns []string `json:"excludePatterns"`
		} `json:"synchronizeReplicas"`
		UpdateInterval int64 `json:"updateInterval"`
	} `json:"replicationSlots"`
	Resources struct {
		Claims []struct {
			Name    string `json:"name"`
			Request string `json:"request"`
		} `json:"claims"`
		Limits   map[string]schema.CustomQuantity `json:"limits"`
		Requests map[string]schema.CustomQuantity `json:"requests"`
	} `json:"resources"`
	SchedulerName  string `json:"schedulerName"`
	SeccompProfile struct {
		LocalhostProfile string `json:"localhostProfile"`
		Type             string `json:"type"`
	} `json:"seccompProfile"`
	SecurityContext struct {
		AllowPrivilegeEscalation bool `json:"allowPrivilegeEscalation"`
		AppArmorProfile          struct {
			LocalhostProfile string `json:"localhostProfile"`
			Type             string `json:"type"`
		} `json:"appArmorProfile"`
		Capabilities struct {
			Add  []string `json:"add"`
			Drop []string `json:"drop"`
		} `json:"capabilities"`
		Privileged             bool   `json:"privileged"`
		ProcMount              string `json:"procMount"`
		ReadOnlyRootFilesystem bool   `json:"readOnlyRootFilesystem"`
		RunAsGroup             int64  `json:"runAsGroup"`
		RunAsNonRoot           bool   `json:"runAsNonRoot"`
		RunAsUser              int64  `json:"runAsUser"`
		SeLinuxOptions         struct {
			Level string `json:"level"`
			Role  string `json:"role"`
			Type  string `json:"type"`
			User  string `json:"user"`
		} `json:"seLinuxOptions"`
		SeccompProfile struct {
			LocalhostProfile string `json:"localhostProfile"`
			Type             string `json:"type"`
		} `json:"seccompProfile"`
		WindowsOptions struct {
			GmsaCredentialSpec     string `json:"gmsaCredentialSpec"`
			GmsaCredentialSpecName string `json:"gmsaCredentialSpecName"`
			HostProcess            bool   `json:"hostProcess"`
			RunAsUserName          string `json:"runAsUserName"`
		} `json:"windowsOptions"`
	} `json:"securityContext"`
	ServiceAccountTemplate struct {
		Metadata struct {
			Annotations map[string]string `json:"annotations"`
			Labels      map[string]string `json:"labels"`
			Name        string            `json:"name"`
		} `json:"metadata"`
	} `json:"serviceAccountTemplate"`
	SmartShutdownTimeout int32 `json:"smartShutdownTimeout"`
	StartDelay           int32 `json:"startDelay"`
	StopDelay            int32 `json:"stopDelay"`
	Storage              struct {
		PvcTemplate struct {
			AccessModes []string `json:"accessModes"`
			DataSource  struct {
				ApiGroup string `json:"apiGroup"`
				Kind     string `json:"kind"`
				Name     string `json:"name"`
			} `json:"dataSource"`
			DataSourceRef struct {
				ApiGroup  string `json:"apiGroup"`
				Kind      string `json:"kind"`
				Name      string `json:"name"`
				Namespace string `json:"namespace"`
			} `json:"dataSourceRef"`
			Resources struct {
				Limits   map[string]schema.CustomQuantity `json:"limits"`
				Requests map[string]schema.CustomQuantity `json:"requests"`
			} `json:"resources"`
			Selector struct {
				MatchExpressions []struct {
					Key      string   `json:"key"`
					Operator string   `json:"operator"`
					Values   []string `json:"values"`
				} `json:"matchExpressions"`
				MatchLabels map[string]string `json:"matchLabels"`
			} `json:"selector"`
			StorageClassName          string `json:"storageClassName"`
			VolumeAttributesClassName string `json:"volumeAttributesClassName"`
			VolumeMode                string `json:"volumeMode"`
			VolumeName                string `json:"volumeName"`
		} `json:"pvcTemplate"`
		ResizeInUseVolumes bool   `json:"resizeInUseVolumes"`
		Size               string `json:"size"`
		StorageClass       string `json:"storageClass"`
	} `json:"storage"`
	SuperuserSecret struct {
		Name string `json:"name"`
	} `json:"superuserSecret"`
	SwitchoverDelay int32 `json:"switchoverDelay"`
	Tablespaces     []struct {
		Name  string `json:"name"`
		Owner struct {
			Name string `json:"name"`
		} `json:"owner"`
		Storage struct {
			PvcTemplate struct {
				AccessModes []string `json:"accessModes"`
				DataSource  struct {
					ApiGroup string `json:"apiGroup"`
					Kind     string `json:"kind"`
					Name     string `json:"name"`
				} `json:"dataSource"`
				DataSourceRef struct {
					ApiGroup  string `json:"apiGroup"`
					Kind      string `json:"kind"`
					Name      string `json:"name"`
					Namespace string `json:"namespace"`
				} `json:"dataSourceRef"`
				Resources struct {
					Limits   map[string]schema.CustomQuantity `json:"limits"`
					Requests map[string]schema.CustomQuantity `json:"requests"`
				} `json:"resources"`
				Selector struct {
					MatchExpressions []struct {
						Key      string   `json:"key"`
						Operator string   `json:"operator"`
						Values   []string `json:"values"`
					} `json:"matchExpressions"`
					MatchLabels map[string]string `json:"matchLabels"`
				} `json:"selector"`
				StorageClassName          string `json:"storageClassName"`
				VolumeAttributesClassName string `json:"volumeAttributesClassName"`
				VolumeMode                string `json:"volumeMode"`
				VolumeName                string `json:"volumeName"`
			} `json:"pvcTemplate"`
			ResizeInUseVolumes bool   `json:"resizeInUseVolumes"`
			Size               string `json:"size"`
			StorageClass       string `json:"storageClass"`
		} `json:"storage"`
		Temporary bool `json:"temporary"`
	} `json:"tablespaces"`
	TopologySpreadConstraints []struct {
		LabelSelector struct {
			MatchExpressions []struct {
				Key      string   `json:"key"`
				Operator string   `json:"operator"`
				Values   []string `json:"values"`
			} `json:"matchExpressions"`
			MatchLabels map[string]string `json:"matchLabels"`
		} `json:"labelSelector"`
		MatchLabelKeys     []string `json:"matchLabelKeys"`
		MaxSkew            int32    `json:"maxSkew"`
		MinDomains         int32    `json:"minDomains"`
		NodeAffinityPolicy string   `json:"nodeAffinityPolicy"`
		NodeTaintsPolicy   string   `json:"nodeTaintsPolicy"`
		TopologyKey        string   `json:"topologyKey"`
		WhenUnsatisfiable  string   `json:"whenUnsatisfiable"`
	} `json:"topologySpreadConstraints"`
	WalStorage struct {
		PvcTemplate struct {
			AccessModes []string `json:"accessModes"`
			DataSource  struct {
				ApiGroup string `json:"apiGroup"`
				Kind     string `json:"kind"`
				Name     string `json:"name"`
			} `json:"dataSource"`
			DataSourceRef struct {
				ApiGroup  string `json:"apiGroup"`
				Kind      string `json:"kind"`
				Name      string `json:"name"`
				Namespace string `json:"namespace"`
			} `json:"dataSourceRef"`
			Resources struct {
				Limits   map[string]schema.CustomQuantity `json:"limits"`
				Requests map[string]schema.CustomQuantity `json:"requests"`
			} `json:"resources"`
			Selector struct {
				MatchExpressions []struct {
					Key      string   `json:"key"`
					Operator string   `json:"operator"`
					Values   []string `json:"values"`
				} `json:"matchExpressions"`
				MatchLabels map[string]string `json:"matchLabels"`
			} `json:"selector"`
			StorageClassName          string `json:"storageClassName"`
			VolumeAttributesClassName string `json:"volumeAttributesClassName"`
			VolumeMode                string `json:"volumeMode"`
			VolumeName                string `json:"volumeName"`
		} `json:"pvcTemplate"`
		ResizeInUseVolumes bool   `json:"resizeInUseVolumes"`
		Size               string `json:"size"`
		StorageClass       string `json:"storageClass"`
	} `json:"walStorage"`
}
