// Code generated from the definition issuers.cert-manager.io by a test in test/crds. DO NOT EDIT.

package certmanager

import (
	"reflect"

	"github.com/fivefold-dev/fivefold/internal/schema"
)

// CAFields is the type with the fields that spec.ca of the kind Issuer has.
func CAFields() reflect.Type { return reflect.TypeFor[caFields]() }

type caFields struct {
	CrlDistributionPoints  []string `json:"crlDistributionPoints"`
	IssuingCertificateURLs []string `json:"issuingCertificateURLs"`
	OcspServers            []string `json:"ocspServers"`
	SecretName             string   `json:"secretName"`
}

// VaultFields is the type with the fields that spec.vault of the kind Issuer has.
func VaultFields() reflect.Type { return reflect.TypeFor[vaultFields]() }

type vaultFields struct {
	Auth struct {
		AppRole struct {
			Path      string `json:"path"`
			RoleId    string `json:"roleId"`
			SecretRef struct {
				Key  string `json:"key"`
				Name string `json:"name"`
			} `json:"secretRef"`
		} `json:"appRole"`
		Aws struct {
			IamRoleArn        string `json:"iamRoleArn"`
			MountPath         string `json:"mountPath"`
			Region            string `json:"region"`
			Role              string `json:"role"`
			ServiceAccountRef struct {
				Audiences []string `json:"audiences"`
				Name      string   `json:"name"`
			} `json:"serviceAccountRef"`
			VaultHeaderValue string `json:"vaultHeaderValue"`
		} `json:"aws"`
		ClientCertificate struct {
			MountPath  string `json:"mountPath"`
			Name       string `json:"name"`
			SecretName string `json:"secretName"`
		} `json:"clientCertificate"`
		Kubernetes struct {
			MountPath string `json:"mountPath"`
			Role      string `json:"role"`
			SecretRef struct {
				Key  string `json:"key"`
				Name string `json:"name"`
			} `json:"secretRef"`
			ServiceAccountRef struct {
				Audiences []string `json:"audiences"`
				Name      string   `json:"name"`
			} `json:"serviceAccountRef"`
		} `json:"kubernetes"`
		TokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"tokenSecretRef"`
	} `json:"auth"`
	CaBundle          string `json:"caBundle"`
	CaBundleSecretRef struct {
		Key  string `json:"key"`
		Name string `json:"name"`
	} `json:"caBundleSecretRef"`
	ClientCertSecretRef struct {
		Key  string `json:"key"`
		Name string `json:"name"`
	} `json:"clientCertSecretRef"`
	ClientKeySecretRef struct {
		Key  string `json:"key"`
		Name string `json:"name"`
	} `json:"clientKeySecretRef"`
	Namespace  string `json:"namespace"`
	Path       string `json:"path"`
	Server     string `json:"server"`
	ServerName string `json:"serverName"`
}

// SelfSignedFields is the type with the fields that spec.selfSigned of the kind Issuer has.
func SelfSignedFields() reflect.Type { return reflect.TypeFor[selfSignedFields]() }

type selfSignedFields struct {
	CrlDistributionPoints []string `json:"crlDistributionPoints"`
}

// VenafiFields is the type with the fields that spec.venafi of the kind Issuer has.
func VenafiFields() reflect.Type { return reflect.TypeFor[venafiFields]() }

type venafiFields struct {
	Cloud struct {
		ApiTokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"apiTokenSecretRef"`
		Url string `json:"url"`
	} `json:"cloud"`
	Ngts struct {
		CredentialsRef struct {
			Name string `json:"name"`
		} `json:"credentialsRef"`
		TokenEndpoint string `json:"tokenEndpoint"`
		TsgID         string `json:"tsgID"`
		Url           string `json:"url"`
	} `json:"ngts"`
	Tpp struct {
		CaBundle          string `json:"caBundle"`
		CaBundleSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"caBundleSecretRef"`
		CredentialsRef struct {
			Name string `json:"name"`
		} `json:"credentialsRef"`
		Url string `json:"url"`
	} `json:"tpp"`
	Zone string `json:"zone"`
}

// ExternalAccountBindingFields is the type with the fields that spec.acme.externalAccountBinding of the kind Issuer has.
func ExternalAccountBindingFields() reflect.Type {
	return reflect.TypeFor[externalAccountBindingFields]()
}

type externalAccountBindingFields struct {
	KeyAlgorithm string `json:"keyAlgorithm"`
	KeyID        string `json:"keyID"`
	KeySecretRef struct {
		Key  string `json:"key"`
		Name string `json:"name"`
	} `json:"keySecretRef"`
}

// SelectorFields is the type with the fields that spec.acme.solvers.selector of the kind Issuer has.
func SelectorFields() reflect.Type { return reflect.TypeFor[selectorFields]() }

type selectorFields struct {
	DnsNames    []string          `json:"dnsNames"`
	DnsZones    []string          `json:"dnsZones"`
	MatchLabels map[string]string `json:"matchLabels"`
}

// HTTP01Fields is the type with the fields that spec.acme.solvers.http01 of the kind Issuer has.
func HTTP01Fields() reflect.Type { return reflect.TypeFor[http01Fields]() }

type http01Fields struct {
	GatewayHTTPRoute struct {
		Labels     map[string]string `json:"labels"`
		ParentRefs []struct {
			Group       string `json:"group"`
			Kind        string `json:"kind"`
			Name        string `json:"name"`
			Namespace   string `json:"namespace"`
			Port        int32  `json:"port"`
			SectionName string `json:"sectionName"`
		} `json:"parentRefs"`
		PodTemplate struct {
			Metadata struct {
				Annotations map[string]string `json:"annotations"`
				Labels      map[string]string `json:"labels"`
			} `json:"metadata"`
			Spec struct {
				Affinity struct {
					NodeAffinity struct {
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
					PodAffinity struct {
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
					} `json:"podAffinity"`
					PodAntiAffinity struct {
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
					} `json:"podAntiAffinity"`
				} `json:"affinity"`
				ImagePullSecrets []struct {
					Name string `json:"name"`
				} `json:"imagePullSecrets"`
				NodeSelector      map[string]string `json:"nodeSelector"`
				PriorityClassName string            `json:"priorityClassName"`
				Resources         struct {
					Limits   map[string]schema.CustomQuantity `json:"limits"`
					Requests map[string]schema.CustomQuantity `json:"requests"`
				} `json:"resources"`
				SecurityContext struct {
					FsGroup             int64  `json:"fsGroup"`
					FsGroupChangePolicy string `json:"fsGroupChangePolicy"`
					RunAsGroup          int64  `json:"runAsGroup"`
					RunAsNonRoot        bool   `json:"runAsNonRoot"`
					RunAsUser           int64  `json:"runAsUser"`
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
					SupplementalGroups []int64 `json:"supplementalGroups"`
					Sysctls            []struct {
						Name  string `json:"name"`
						Value string `json:"value"`
					} `json:"sysctls"`
				} `json:"securityContext"`
				ServiceAccountName string `json:"serviceAccountName"`
				Tolerations        []struct {
					Effect            string `json:"effect"`
					Key               string `json:"key"`
					Operator          string `json:"operator"`
					TolerationSeconds int64  `json:"tolerationSeconds"`
					Value             string `json:"value"`
				} `json:"tolerations"`
			} `json:"spec"`
		} `json:"podTemplate"`
		ServiceType string `json:"serviceType"`
	} `json:"gatewayHTTPRoute"`
	Ingress struct {
		Class            string `json:"class"`
		IngressClassName string `json:"ingressClassName"`
		IngressTemplate  struct {
			Metadata struct {
				Annotations map[string]string `json:"annotations"`
				Labels      map[string]string `json:"labels"`
			} `json:"metadata"`
		} `json:"ingressTemplate"`
		Name        string `json:"name"`
		PodTemplate struct {
			Metadata struct {
				Annotations map[string]string `json:"annotations"`
				Labels      map[string]string `json:"labels"`
			} `json:"metadata"`
			Spec struct {
				Affinity struct {
					NodeAffinity struct {
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
					PodAffinity struct {
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
					} `json:"podAffinity"`
					PodAntiAffinity struct {
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
					} `json:"podAntiAffinity"`
				} `json:"affinity"`
				ImagePullSecrets []struct {
					Name string `json:"name"`
				} `json:"imagePullSecrets"`
				NodeSelector      map[string]string `json:"nodeSelector"`
				PriorityClassName string            `json:"priorityClassName"`
				Resources         struct {
					Limits   map[string]schema.CustomQuantity `json:"limits"`
					Requests map[string]schema.CustomQuantity `json:"requests"`
				} `json:"resources"`
				SecurityContext struct {
					FsGroup             int64  `json:"fsGroup"`
					FsGroupChangePolicy string `json:"fsGroupChangePolicy"`
					RunAsGroup          int64  `json:"runAsGroup"`
					RunAsNonRoot        bool   `json:"runAsNonRoot"`
					RunAsUser           int64  `json:"runAsUser"`
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
					SupplementalGroups []int64 `json:"supplementalGroups"`
					Sysctls            []struct {
						Name  string `json:"name"`
						Value string `json:"value"`
					} `json:"sysctls"`
				} `json:"securityContext"`
				ServiceAccountName string `json:"serviceAccountName"`
				Tolerations        []struct {
					Effect            string `json:"effect"`
					Key               string `json:"key"`
					Operator          string `json:"operator"`
					TolerationSeconds int64  `json:"tolerationSeconds"`
					Value             string `json:"value"`
				} `json:"tolerations"`
			} `json:"spec"`
		} `json:"podTemplate"`
		ServiceType string `json:"serviceType"`
	} `json:"ingress"`
}

// DNS01Fields is the type with the fields that spec.acme.solvers.dns01 of the kind Issuer has.
func DNS01Fields() reflect.Type { return reflect.TypeFor[dns01Fields]() }

type dns01Fields struct {
	AcmeDNS struct {
		AccountSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"accountSecretRef"`
		Host string `json:"host"`
	} `json:"acmeDNS"`
	Akamai struct {
		AccessTokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"accessTokenSecretRef"`
		ClientSecretSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"clientSecretSecretRef"`
		ClientTokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"clientTokenSecretRef"`
		ServiceConsumerDomain string `json:"serviceConsumerDomain"`
	} `json:"akamai"`
	AzureDNS struct {
		ClientID              string `json:"clientID"`
		ClientSecretSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"clientSecretSecretRef"`
		Environment     string `json:"environment"`
		HostedZoneName  string `json:"hostedZoneName"`
		ManagedIdentity struct {
			ClientID   string `json:"clientID"`
			ResourceID string `json:"resourceID"`
			TenantID   string `json:"tenantID"`
		} `json:"managedIdentity"`
		ResourceGroupName string `json:"resourceGroupName"`
		SubscriptionID    string `json:"subscriptionID"`
		TenantID          string `json:"tenantID"`
		ZoneType          string `json:"zoneType"`
	} `json:"azureDNS"`
	CloudDNS struct {
		HostedZoneName          string `json:"hostedZoneName"`
		Project                 string `json:"project"`
		ServiceAccountSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"serviceAccountSecretRef"`
	} `json:"cloudDNS"`
	Cloudflare struct {
		ApiKeySecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"apiKeySecretRef"`
		ApiTokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"apiTokenSecretRef"`
		Email string `json:"email"`
	} `json:"cloudflare"`
	CnameStrategy string `json:"cnameStrategy"`
	Digitalocean  struct {
		TokenSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"tokenSecretRef"`
	} `json:"digitalocean"`
	Rfc2136 struct {
		Nameserver          string `json:"nameserver"`
		Protocol            string `json:"protocol"`
		TsigAlgorithm       string `json:"tsigAlgorithm"`
		TsigKeyName         string `json:"tsigKeyName"`
		TsigSecretSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"tsigSecretSecretRef"`
	} `json:"rfc2136"`
	Route53 struct {
		AccessKeyID          string `json:"accessKeyID"`
		AccessKeyIDSecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"accessKeyIDSecretRef"`
		Auth struct {
			Kubernetes struct {
				ServiceAccountRef struct {
					Audiences []string `json:"audiences"`
					Name      string   `json:"name"`
				} `json:"serviceAccountRef"`
			} `json:"kubernetes"`
		} `json:"auth"`
		HostedZoneID             string `json:"hostedZoneID"`
		Region                   string `json:"region"`
		Role                     string `json:"role"`
		SecretAccessKeySecretRef struct {
			Key  string `json:"key"`
			Name string `json:"name"`
		} `json:"secretAccessKeySecretRef"`
	} `json:"route53"`
	Webhook struct {
		Config     any    `json:"config"`
		GroupName  string `json:"groupName"`
		SolverName string `json:"solverName"`
	} `json:"webhook"`
}
